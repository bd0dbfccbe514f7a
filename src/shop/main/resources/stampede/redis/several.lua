-- Runs a script for several callers in one call, one after the other, each as if it had called alone: what goes wrong for one is told to
-- that one, and keeps no other from its turn. LuaScript puts the script where its name stands.
--
-- KEYS  those of the first caller, then those of the next: as many for each
-- ARGV  1 how many callers there are, then for each how many arguments it has, then all those arguments in the same order
--
-- Answers two for each: what went wrong, or an empty text; and what the script answers, or an empty list. What went wrong begins with the
-- code that Redis would have for it, and names the script if the script did not mean to fail.

local function script(KEYS, ARGV)
--SCRIPT
end

local function slice(all, from, length)
  local some = {}
  for i = 1, length do
    some[i] = all[from + i - 1]
  end
  return some
end

-- A table is the script's own answer. Of a command that fails the text alone arrives here, of a mistake in the script its place and the text.
local function words(problem)
  if type(problem) == 'table' then
    return problem.err
  end
  return string.find(problem, '^%u+ ') and problem .. ', on @user_script' or 'ERR ' .. problem
end

local callers = tonumber(ARGV[1])
local keys, from, answers = #KEYS / callers, callers + 2, {}
for i = 1, callers do
  local arguments = tonumber(ARGV[i + 1])
  local done, answer = pcall(script, slice(KEYS, (i - 1) * keys + 1, keys), slice(ARGV, from, arguments))
  local failed = not done or answer.err
  answers[#answers + 1] = failed and words(answer) or ''
  answers[#answers + 1] = failed and {} or answer
  from = from + arguments
end
return answers
