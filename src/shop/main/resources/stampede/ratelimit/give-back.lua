-- Takes back one attempt that take.lua counted; with a very large ARGV[1], all of them.
-- ARGV: after how many ms the limit has one more.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local full = tonumber(redis.call('GET', KEYS[1]) or 0) - tonumber(ARGV[1])
if full > now then
  redis.call('SET', KEYS[1], string.format('%d', full), 'PX', string.format('%d', full - now))
else
  redis.call('DEL', KEYS[1])
end
return 0
