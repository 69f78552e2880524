import { Menu } from '@mantine/core'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useExport } from '../../../api/exports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRunFile } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import type { TableFormat } from '../../../ui/saveTable/saveTable.ts'

const showProblemOnError = { onError: ({ problem }: ProblemError) => showProblemToast(problem) }

/** Downloads the rows with their results, and the QR codes of the created links. */
export function SaveResults({ run }: { run: Run }) {
  const { results } = useRunFile()
  const links = useExport()
  const delimiter = useCsvDelimiter()
  const save = (format: TableFormat) =>
    results.mutate({ id: run.id, what: 'results', format, delimiter }, showProblemOnError)
  const saveCodes = () =>
    links.mutate(
      {
        which: { view: { run: run.id, states: ['created'], archived: 'all', sort: 'oldest' } },
        format: { kind: 'qr', delimiter },
      },
      showProblemOnError,
    )
  return (
    <SaveTableButton
      label="Download results"
      size="xs"
      loading={results.isPending || links.isPending}
      save={save}
    >
      <Menu.Item disabled={run.counts.created === 0} onClick={saveCodes}>
        QR codes (ZIP)
      </Menu.Item>
    </SaveTableButton>
  )
}
