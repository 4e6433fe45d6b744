/**
 * The script that Redis runs. Each bucket, such as a client, has a list of the times at which it was admitted, the newest
 * first, in microseconds of Redis' own clock, so that the clocks of our processes don't matter. Entries that left the window
 * are dropped. A refused request leaves no entry.
 *
 * A request that costs several units is admitted with all of them, under all of its buckets, or not at all; each unit is an
 * entry of the list. The units may be a part of a whole, e.g. of a batch that is not read yet: a refusal says when the
 * whole would be admitted.
 *
 * KEYS: buckets, grouped by request; a bucket may occur several times. ARGV: the window in microseconds, then for each
 * bucket its limit, the units, the whole, and how many buckets of its request follow, itself included.
 * Returns three numbers for each bucket: how many more units would be admitted, in how many microseconds one more than
 * that would be, and in how many the whole of a refused request would be, 0 if there was room.
 */
export const ADMIT = `
local window = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answers = {}
local first, admitted = 1, true
for i, key in ipairs(KEYS) do
  local limit, units, whole, left = unpack(ARGV, 4 * i - 2, 4 * i + 1)
  limit, units, whole = tonumber(limit), tonumber(units), tonumber(whole)
  -- After a clock was set back, later entries would count until it catches up: start again.
  local newest = tonumber(redis.call('LINDEX', key, 0))
  if newest and newest > now + window then redis.call('DEL', key) end
  local oldest = tonumber(redis.call('LINDEX', key, -1))
  while oldest and oldest <= now - window do
    redis.call('RPOP', key)
    oldest = tonumber(redis.call('LINDEX', key, -1))
  end
  local remaining = limit - redis.call('LLEN', key)
  local retry = 0
  if units > remaining then
    admitted = false
    -- There is room when so many of the oldest have left.
    retry = tonumber(redis.call('LINDEX', key, remaining - whole)) + window - now
  end
  answers[3 * i - 2] = remaining
  answers[3 * i - 1] = (oldest or now) + window - now
  answers[3 * i] = retry
  if left == '1' then
    if admitted then
      for j = first, i do
        for _ = 1, units do redis.call('LPUSH', KEYS[j], now) end
        redis.call('PEXPIRE', KEYS[j], window / 1000 + 1000)
        answers[3 * j - 2] = answers[3 * j - 2] - units
      end
    end
    first, admitted = i + 1, true
  end
end
return answers
`;
