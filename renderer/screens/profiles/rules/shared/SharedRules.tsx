import { Group, Stack, Text } from '@mantine/core'
import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { sharedFileLimits } from '../../../../../contract/service/rules/sharedFile.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { FileAction } from '../../../../ui/FileAction.tsx'
import { useCall, useCallMutation } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { saveFile } from '../../../../ui/saveFile.ts'
import { showToast } from '../../../../ui/toast.ts'
import { ComparedFileView } from './ComparedFileView.tsx'
import { SharedByService } from './SharedByService.tsx'

/** Interval between checks of the service's rules while they are shown, in milliseconds. */
const pollMs = 2_000

/** Shares rules, presets and saved views as a file, and shows those of the profile's service. */
export function SharedRules({ profileId }: { profileId: string }) {
  const service = useCall('sharing.service', { profileId }, { refetchInterval: pollMs })
  const save = useSaveFile()
  const [file, setFile] = useState<{ id: string; name: string; text: string } | null>(null)
  const open = async (chosen: File) => {
    // A larger file is refused, so one byte more than the limit is enough.
    const text = await chosen.slice(0, sharedFileLimits.bytes + 1).text()
    setFile({ id: crypto.randomUUID(), name: chosen.name, text })
  }
  const errors = save.data?.errors ?? []
  const problem = save.error?.problem ?? service.error?.problem
  return (
    <Stack
      component="section"
      gap="sm"
      pb={20}
      style={{ borderBottom: '1px solid var(--line)' }}
      aria-labelledby="shared-rules-heading"
    >
      <Stack gap="xs">
        <h3 id="shared-rules-heading">Share with your team</h3>
        <Text c="dimmed">Rules, presets and saved views in one file, without keys or service addresses.</Text>
        <Group gap="xs">
          <ActionButton
            size="xs"
            icon={Download}
            loading={save.isPending}
            onClick={() => save.mutate({ profileId })}
          >
            Save as file…
          </ActionButton>
          <FileAction
            size="xs"
            icon={FileUp}
            accept="application/json,.json"
            take={(chosen) => void open(chosen)}
          >
            Read a file…
          </FileAction>
        </Group>
      </Stack>
      {errors.length > 0 && <p role="alert">{errors.join(' ')}</p>}
      {problem && <ProblemView problem={problem} />}
      {file && (
        <ComparedFileView
          key={file.id}
          profileId={profileId}
          name={file.name}
          text={file.text}
          close={() => setFile(null)}
        />
      )}
      {service.data && <SharedByService profileId={profileId} shared={service.data} />}
    </Stack>
  )
}

/** Saves a profile's rules, presets and views as a file. */
function useSaveFile() {
  return useCallMutation('sharing.export', {
    onSuccess: ({ name, text, leftOut, errors }) => {
      if (errors.length > 0) return
      saveFile({ name, text })
      const names = leftOut.map((entry) => `“${entry}”`).join(', ')
      const message = `Not included, because they’re about another profile or a run: ${names}.`
      if (leftOut.length > 0) showToast({ role: 'status', message })
    },
  })
}
