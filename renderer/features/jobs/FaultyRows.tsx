import { Button } from '@mantine/core'
import { rowFaults } from '../../../contract/imports.ts'
import { useFaultyRows } from '../../api/imports.ts'
import { csvOf } from '../../../contract/spreadsheet.ts'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { saveFile } from '../../ui/saveFile.ts'

/** Saves the rows of which an import could make nothing, each with the reason. */
export function FaultyRows({ job }: { job: string }) {
  const read = useFaultyRows()
  const save = () =>
    read.mutate(
      { job },
      {
        onSuccess: (rows) => {
          const cells = rows.map(({ row, fault, text }) => [String(row), rowFaults[fault], text])
          saveFile({ name: 'rows-not-imported.csv', text: csvOf([['Row', 'Why', 'Begins with'], ...cells]) })
        },
        onError: ({ problem }) => sayProblem(problem),
      },
    )
  return (
    <Button size="compact-sm" variant="default" loading={read.isPending} onClick={save}>
      Save these rows
    </Button>
  )
}
