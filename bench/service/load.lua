-- Sends ready-made requests one after another, and prints what wrk measured as one line of JSON.
-- The standard input has whole HTTP requests, each followed by a NUL.

local requests, position = {}, 0

function init()
  for text in io.read("*a"):gmatch("(%Z+)%z") do requests[#requests + 1] = text end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  print(string.format('{"perSecond":%.0f,"p99Ms":%.3f,"requests":%d,"failed":%d}',
    summary.requests / summary.duration * 1e6, latency:percentile(99) / 1e3,
    summary.requests, failed))
end
