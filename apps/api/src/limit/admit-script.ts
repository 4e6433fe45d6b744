/**
 * What Redis runs. Each client has a list of when it was admitted, the newest first, in microseconds of Redis' own
 * clock, so that clocks of our processes don't matter. What left the window is dropped; what is refused leaves no trace.
 *
 * A request that costs several units is admitted with all of them or not at all; each is an entry of the list. The units
 * may be a part of a whole, as those of a batch that is not read yet: a refusal says when the whole would be admitted.
 *
 * KEYS: clients, also the same one several times. ARGV: the limit, the window in microseconds, and of each client the units
 * and the whole.
 * Answers three numbers a client: how many more units would be admitted, in how many microseconds one more than that
 * would, and in how many the whole of what was refused would, 0 if it was not.
 */
export const ADMIT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answers = {}
for i, key in ipairs(KEYS) do
  local units, whole = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  -- A clock that was set back would count what is ahead of it until it catches up: begin anew.
  local newest = tonumber(redis.call('LINDEX', key, 0))
  if newest and newest > now + window then redis.call('DEL', key) end
  local oldest = tonumber(redis.call('LINDEX', key, -1))
  while oldest and oldest <= now - window do
    redis.call('RPOP', key)
    oldest = tonumber(redis.call('LINDEX', key, -1))
  end
  local remaining = limit - redis.call('LLEN', key)
  local retry = 0
  if units <= remaining then
    for _ = 1, units do redis.call('LPUSH', key, now) end
    redis.call('PEXPIRE', key, window / 1000 + 1000)
    remaining = remaining - units
  else
    -- There is room when so many of the oldest have left.
    retry = tonumber(redis.call('LINDEX', key, remaining - whole)) + window - now
  end
  answers[3 * i - 2] = remaining
  answers[3 * i - 1] = (oldest or now) + window - now
  answers[3 * i] = retry
end
return answers
`;
