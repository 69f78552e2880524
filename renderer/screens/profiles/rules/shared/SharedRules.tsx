import { Group, Stack, Text } from '@mantine/core'
import { Download, FileUp } from 'lucide-react'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { FileAction } from '../../../../ui/FileAction.tsx'
import { useCall } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { ComparedFileView } from './ComparedFileView.tsx'
import { SharedByService } from './SharedByService.tsx'
import { useComparedFile, useSaveFile } from './useSharedFile.ts'

/** Interval between checks of the service's rules while they are shown, in milliseconds. */
const pollMs = 2_000

/** Shares rules, presets and saved views as a file, and shows those of the profile's service. */
export function SharedRules({ profileId }: { profileId: string }) {
  const service = useCall('sharing.service', { profileId }, { refetchInterval: pollMs })
  const save = useSaveFile(profileId)
  const comparing = useComparedFile(profileId)
  const problem = save.problem ?? comparing.problem ?? service.error?.problem
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
          <ActionButton size="xs" icon={Download} loading={save.isPending} onClick={save.run}>
            Save as file…
          </ActionButton>
          <FileAction
            size="xs"
            icon={FileUp}
            loading={comparing.isPending}
            accept="application/json,.json"
            take={(file) => void comparing.open(file)}
          >
            Read a file…
          </FileAction>
        </Group>
      </Stack>
      {save.errors.length > 0 && <p role="alert">{save.errors.join(' ')}</p>}
      {problem && <ProblemView problem={problem} />}
      {comparing.file && (
        <ComparedFileView
          key={comparing.file.id}
          profileId={profileId}
          name={comparing.file.name}
          compared={comparing.file.compared}
          refresh={comparing.refresh}
          close={comparing.close}
        />
      )}
      {service.data && <SharedByService profileId={profileId} shared={service.data} />}
    </Stack>
  )
}
