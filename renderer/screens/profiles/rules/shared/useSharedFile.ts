import { useState } from 'react'
import type { CallOutput } from '../../../../../contract/calls.ts'
import { sharedFileLimits } from '../../../../../contract/rules/sharedFile.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { saveFile } from '../../../../ui/saveFile.ts'
import { showToast } from '../../../../ui/toast.ts'

/** Saves what a profile shares as a file. */
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
          const message = `Not included, because it is about another profile or a run: ${names}.`
          if (leftOut.length > 0) showToast({ role: 'status', message, autoClose: 10_000 })
        },
      },
    )
  const errors = download.data?.errors ?? []
  return { run, isPending: download.isPending, errors, problem: download.error?.problem }
}

/** A file as read, and how it differs. */
interface GivenFile {
  id: string
  name: string
  text: string
  compared: CallOutput<'sharing.compare'>
}

/** A file that a person reads once. It is compared again after each change. */
export function useGivenFile(profileId: string) {
  const compare = useCallMutation('sharing.compare')
  const [shown, setShown] = useState<GivenFile | null>(null)
  const show = (file: Omit<GivenFile, 'compared'>) =>
    compare.mutate(
      { profileId, text: file.text },
      { onSuccess: (compared) => setShown({ ...file, compared }) },
    )
  const open = async (given: File | null) => {
    if (!given) return
    // A larger file is refused anyway, so that its start is enough.
    const text = await given.slice(0, sharedFileLimits.bytes + 1).text()
    show({ id: crypto.randomUUID(), name: given.name, text })
  }
  return {
    shown,
    isPending: compare.isPending,
    problem: compare.error?.problem,
    open,
    refresh: () => {
      if (shown) show(shown)
    },
    close: () => {
      setShown(null)
      compare.reset()
    },
  }
}
