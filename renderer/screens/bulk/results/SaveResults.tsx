import { Button, Menu } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'
import type { Run } from '../../../../contract/runs/run.ts'
import { useExport } from '../../../api/exports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRunFile } from '../../../api/runs.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'

const showProblemOnError = { onError: ({ problem }: ProblemError) => showProblemToast(problem) }

/** Downloads the rows with their results, and the QR codes of the created links. */
export function SaveResults({ run }: { run: Run }) {
  const { results } = useRunFile()
  const links = useExport()
  const save = (form: 'csv' | 'xlsx') =>
    results.mutate({ id: run.id, what: 'results', form }, showProblemOnError)
  const saveCodes = () =>
    links.mutate(
      {
        which: { view: { run: run.id, states: ['created'], archived: 'all', sort: 'oldest' } },
        form: { kind: 'qr' },
      },
      showProblemOnError,
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={results.isPending || links.isPending}
          leftSection={<Download size={14} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          Download results
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Excel</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
        <Menu.Item disabled={run.counts.created === 0} onClick={saveCodes}>
          QR codes (ZIP)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
