import { Menu } from '@mantine/core'
import { Download, Ellipsis } from 'lucide-react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunFile } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { useSkipRows } from './useSkipRows.ts'

/** Actions for all rows with errors or warnings. */
export function BulkActions({ run }: { run: Run }) {
  const file = useRunFile().results
  const delimiter = useCsvDelimiter()
  const { faulty, skipped } = run.counts
  const leaveOut = useSkipRows(run)
  const save = (format: 'csv' | 'xlsx') => file.mutate({ id: run.id, what: 'errors', format, delimiter })
  if (faulty === 0 && run.withWarnings === 0 && skipped === 0) return null
  return (
    <ActionMenu label="More" icon={Ellipsis} size="xs">
      {faulty > 0 && (
        <Menu.Item onClick={() => leaveOut('faulty', faulty)}>
          Leave out {formatCount(faulty, 'row with an error', 'rows with errors')}
        </Menu.Item>
      )}
      {run.withWarnings > 0 && (
        <Menu.Item onClick={() => leaveOut('withWarnings', run.withWarnings)}>
          Leave out {formatCount(run.withWarnings, 'row with a warning', 'rows with warnings')}
        </Menu.Item>
      )}
      {faulty > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<Download size={14} aria-hidden />} onClick={() => save('xlsx')}>
            Download rows with errors (Excel)
          </Menu.Item>
          <Menu.Item leftSection={<Download size={14} aria-hidden />} onClick={() => save('csv')}>
            Download rows with errors (CSV)
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
