import { useParams } from 'wouter'
import { NewRun } from './create/NewRun.tsx'
import { RunsList } from './list/RunsList.tsx'
import { RunScreen } from './RunScreen.tsx'

/** Shows the list of runs, the start of a new run, or one run. */
export default function BulkScreen() {
  const { id } = useParams<{ id?: string }>()
  if (id === undefined) return <RunsList />
  if (id === 'change') return <NewRun key={id} kind="change" />
  return id === 'new' ? <NewRun key={id} kind="create" /> : <RunScreen key={id} id={id} />
}
