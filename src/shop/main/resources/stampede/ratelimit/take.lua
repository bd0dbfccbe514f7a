-- Counts one attempt under each key, or under none of them. A key holds the instant (ms, by this server's clock) at which its
-- limit will be full again, and ends then.
-- ARGV, for each key: how many attempts in a row, and after how many ms there is one more.
-- Answers 0, or how many ms to wait.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
local full = {}
for i, key in ipairs(KEYS) do
  local burst, every = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local before = math.max(now, tonumber(redis.call('GET', key) or 0))
  wait = math.max(wait, before - (burst - 1) * every - now)
  full[i] = before + every
end
if wait > 0 then
  return wait
end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%d', full[i]), 'PX', string.format('%d', full[i] - now))
end
return 0
