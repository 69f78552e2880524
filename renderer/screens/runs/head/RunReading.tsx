import { Box } from '@mantine/core'
import { useLocation } from 'wouter'
import type { ReadingChoice } from '../../../../contract/app/tables/reading.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { HowRead } from '../../../features/reading/HowRead.tsx'
import { runPath } from '../../../session/routes.ts'

/** Shows how a run's table was read. Another choice replaces the run by one that is read again from the same file. */
export function RunReading({ run, isAlwaysShown = false }: { run: Run; isAlwaysShown?: boolean }) {
  const { choose, isPending } = useReadAgain(run)
  const { reading, file } = run.source
  if (!reading || file === undefined) return null
  const isSure = !reading.isEncodingGuess && !reading.isHeaderGuess && !reading.repeatedNames
  if (!isAlwaysShown && isSure) return null
  return (
    <Box flex="none" px="var(--gutter)">
      <HowRead reading={reading} busy={isPending} choose={choose} />
    </Box>
  )
}

function useReadAgain(run: Run) {
  const { mutateAsync: prepare, isPending } = useRunMutation('runs.prepare')
  const remove = useCallMutation('runs.remove')
  const [, go] = useLocation()
  const { id: old, profileId, environment, source, change } = run
  const readAgain = async (choice: ReadingChoice) => {
    if (source.file === undefined) return
    const id = crypto.randomUUID()
    const { file, name, isPasted = false, move } = source
    const { host } = move ?? {}
    const moved = move && { move: host === undefined ? {} : { host } }
    const table = { kind: 'file', file, name, isPasted, choice, ...moved } as const
    const target = { id, profileId, environment }
    await prepare({ ...target, source: change ? { kind: 'table', table } : table })
    go(runPath(id, change ? undefined : 'columns'), { replace: true })
    await remove.mutateAsync({ id: old })
  }
  return {
    isPending,
    choose: (choice: ReadingChoice) => void readAgain(choice).catch(showProblem),
  }
}
