import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useExport } from '../../api/exports.ts'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'

/** Exports the whole library to the letter. */
export function ExportEverything() {
  const start = useExport()
  const begin = () =>
    start.mutate(
      { which: { everything: true }, form: { kind: 'json' } },
      { onError: ({ problem }) => sayProblem(problem) },
    )
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Download size={15} aria-hidden />}
        loading={start.isPending}
        onClick={begin}
      >
        Export everything
      </Button>
    </div>
  )
}
