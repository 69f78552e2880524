import { useState } from 'react'
import type { CallOutput } from '../../../../../contract/app/calls/calls.ts'
import { sharedFileLimits } from '../../../../../contract/service/rules/sharedFile.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { saveFile } from '../../../../ui/saveFile.ts'
import { showToast } from '../../../../ui/toast.ts'

/** Saves a profile's rules, presets and views as a file. */
export function useSaveFile(profileId: string) {
  const download = useCallMutation('sharing.export')
  const run = () =>
    download.mutate(
      { profileId },
      {
        onSuccess: ({ name, text, leftOut, errors }) => {
          if (errors.length > 0) return
          saveFile({ name, text })
          const names = leftOut.map((entry) => `“${entry}”`).join(', ')
          const message = `Not included, because they’re about another profile or a run: ${names}.`
          if (leftOut.length > 0) showToast({ role: 'status', message })
        },
      },
    )
  const errors = download.data?.errors ?? []
  return { run, isPending: download.isPending, errors, problem: download.error?.problem }
}

/** An opened file, and how it differs from the profile. */
interface ComparedFile {
  id: string
  name: string
  text: string
  compared: CallOutput<'sharing.compare'>
}

/** Opens a file and compares it with the profile. It is compared again after each accepted change. */
export function useComparedFile(profileId: string) {
  const compare = useCallMutation('sharing.compare')
  const [file, setFile] = useState<ComparedFile | null>(null)
  const show = (opened: Omit<ComparedFile, 'compared'>) =>
    compare.mutate(
      { profileId, text: opened.text },
      { onSuccess: (compared) => setFile({ ...opened, compared }) },
    )
  const open = async (chosen: File) => {
    // A larger file is refused, so one byte more than the limit is enough.
    const text = await chosen.slice(0, sharedFileLimits.bytes + 1).text()
    show({ id: crypto.randomUUID(), name: chosen.name, text })
  }
  return {
    file,
    isPending: compare.isPending,
    problem: compare.error?.problem,
    open,
    refresh: () => {
      if (file) show(file)
    },
    close: () => {
      setFile(null)
      compare.reset()
    },
  }
}
