-- For wrk: sends the requests of a file, one after the other and from the beginning again; each thread begins elsewhere.
--
--   wrk ... -s requests.lua URL -- FILE PREFIX PAUSE
--
-- A line of the file is: method, path, token, body, a header, between tabs; the last three may be empty. Requests with a body get
-- an idempotency key of their own that begins with PREFIX. After each answer a connection waits for up to twice PAUSE
-- milliseconds. Prints one line in the end:
--
--   requests, other than 2xx and 3xx, errors, microseconds, p50, p99, p99.9 in microseconds

local threads = 0

function setup(thread)
  thread:set('number', threads)
  threads = threads + 1
end

function init(args)
  requests = {}
  for line in io.lines(args[1]) do
    local method, path, token, body, header = line:match('^(%S+)\t(%S+)\t(%S*)\t(.*)\t(.*)$')
    local headers = {}
    if header ~= '' then
      local name, value = header:match('^(.-): (.*)$')
      headers[name] = value
    end
    if token ~= '' then
      headers['Authorization'] = 'Bearer ' .. token
    end
    if body ~= '' then
      headers['Content-Type'] = 'application/json'
    end
    local fixed = body == '' and wrk.format(method, path, headers) or nil
    requests[#requests + 1] = {method = method, path = path, headers = headers, body = body, fixed = fixed}
  end
  prefix = args[2] .. '-' .. number .. '-'
  sent = 0
  at = number * 7919 % #requests
  local pause = tonumber(args[3])
  if pause > 0 then
    delay = function()
      return math.random(0, 2 * pause)
    end
  end
end

function request()
  at = at % #requests + 1
  local one = requests[at]
  if one.fixed then
    return one.fixed
  end
  sent = sent + 1
  one.headers['Idempotency-Key'] = prefix .. sent
  return wrk.format(one.method, one.path, one.headers, one.body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('wrk %d %d %d %d %d %d %d\n', summary.requests, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, summary.duration, latency:percentile(50),
    latency:percentile(99), latency:percentile(99.9)))
end
