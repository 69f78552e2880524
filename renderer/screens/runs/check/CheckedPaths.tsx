import { Box } from '@mantine/core'
import { useEffect } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { usePathCounts, useRefreshRows } from '../../../api/runCells.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { RunProblem } from '../shared/RunProblem.tsx'
import { MovePanel } from './MovePanel.tsx'
import { SmallButton } from '../../../ui/variants.ts'

/** Says what the service answered about own paths: that they couldn't be checked, and for links that move here, everything. */
export function CheckedPaths({ run }: { run: Run }) {
  const counts = usePathCounts(run)
  const refresh = useRefreshRows()
  const isChecked = run.pathsToCheck === 0
  // Rows that were shown as ready may have a taken path.
  useEffect(() => {
    if (isChecked) refresh()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the check has ended
  }, [isChecked])
  return (
    <>
      {!isChecked && run.problem && <UncheckedPaths run={run} />}
      {run.source.move && counts && <MovePanel run={run} counts={counts} />}
    </>
  )
}

function UncheckedPaths({ run }: { run: Run }) {
  const check = useRunAction('runs.checkPaths')
  const again = () => check.mutate({ id: run.id })
  return (
    <Box px="var(--gutter)" pb={8}>
      <RunProblem
        run={run}
        problem={run.problem}
        outcome={`It isn’t known whether ${formatCount(run.pathsToCheck, 'path is', 'paths are')} free.`}
      />
      <SmallButton loading={check.isPending} onClick={again}>
        Check again
      </SmallButton>
    </Box>
  )
}
