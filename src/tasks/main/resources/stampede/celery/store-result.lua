-- Writes down how a task ended for Celery's clients and tells those that wait, unless something later is there already.
--
-- KEYS  1 meta     string  JSON with the field status; and unsent, if it failed because the one before it did
-- ARGV  1 meta, 2 its status, 3 seconds to live, 4 '1' if the task was brought back from the dead
--
-- Answers 1 if it was written.

local READY = { SUCCESS = true, FAILURE = true, REVOKED = true }

local found = redis.call('GET', KEYS[1])
if found then
  local readable, before = pcall(cjson.decode, found)
  local status = readable and type(before) == 'table' and before.status
  local revived = status == 'FAILURE' and (ARGV[4] == '1' or before.unsent)
  if READY[status] and not revived then
    return 0
  end
end
redis.call('SETEX', KEYS[1], ARGV[3], ARGV[1])
redis.call('PUBLISH', KEYS[1], ARGV[1])
return 1
