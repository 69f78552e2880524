import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { exportAddress, takeAwaited } from '../../api/exports.ts'
import { saveFrom } from '../../ui/saveFile.ts'

/** Saves the file of an export: at once in the window that has asked for it, and again for as long as the job is listed. */
export function SaveExport({ job }: { job: string }) {
  useEffect(() => {
    if (takeAwaited(job)) saveFrom(exportAddress(job))
  }, [job])
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveFrom(exportAddress(job))}
    >
      Save the file
    </Button>
  )
}
