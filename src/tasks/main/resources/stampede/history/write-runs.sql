insert into task_run (number, prefix, task_id, life, name, queue, state, progress, attempts, root_id, parent_id, worker,
                      payload, result, result_size, error, sent_ms, due_ms, started_ms, ended_ms, runtime_ms,
                      changed_ms)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on duplicate key update
  queue = if(values(progress) >= progress, values(queue), queue),
  state = if(values(progress) >= progress, values(state), state),
  attempts = if(values(progress) >= progress, values(attempts), attempts),
  worker = if(values(progress) >= progress, coalesce(values(worker), worker), worker),
  result = if(values(progress) >= progress, values(result), result),
  result_size = if(values(progress) >= progress, values(result_size), result_size),
  error = if(values(progress) >= progress,
             if(values(state) = 'SUCCESS', values(error), coalesce(values(error), error)), error),
  due_ms = if(values(progress) >= progress, coalesce(values(due_ms), due_ms), due_ms),
  started_ms = if(values(progress) >= progress, coalesce(values(started_ms), started_ms), started_ms),
  ended_ms = if(values(progress) >= progress, values(ended_ms), ended_ms),
  runtime_ms = if(values(progress) >= progress, coalesce(values(runtime_ms), runtime_ms), runtime_ms),
  sent_ms = least(sent_ms, values(sent_ms)),
  changed_ms = greatest(changed_ms, values(changed_ms)),
  progress = greatest(progress, values(progress))
