/**
 * What Redis runs. Each client has a list of when it was admitted, the newest first, in microseconds of Redis' own
 * clock, so that clocks of our processes don't matter. What left the window is dropped; what is refused leaves no trace.
 *
 * KEYS: clients, also the same one several times. ARGV: the limit, the window in microseconds.
 * Answers two numbers a client: how many more would be admitted, -1 for a refusal, and when, in microseconds.
 */
export const ADMIT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answers = {}
for i, key in ipairs(KEYS) do
  -- A clock that was set back would count what is ahead of it until it catches up: begin anew.
  local newest = tonumber(redis.call('LINDEX', key, 0))
  if newest and newest > now + window then redis.call('DEL', key) end
  local oldest = tonumber(redis.call('LINDEX', key, -1))
  while oldest and oldest <= now - window do
    redis.call('RPOP', key)
    oldest = tonumber(redis.call('LINDEX', key, -1))
  end
  local remaining = limit - redis.call('LLEN', key)
  if remaining > 0 then
    redis.call('LPUSH', key, now)
    redis.call('PEXPIRE', key, window / 1000 + 1000)
  end
  answers[2 * i - 1] = remaining - 1
  answers[2 * i] = (oldest or now) + window - now
end
return answers
`;
