import { FileButton, Group } from '@mantine/core'
import { Download, FileUp } from 'lucide-react'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import type { Problem } from '../../../../../contract/app/problems/problem.ts'
import { useCall } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { ComparedFileView } from './ComparedFileView.tsx'
import { SharedByService } from './SharedByService.tsx'
import { useComparedFile, useSaveFile } from './useSharedFile.ts'
import styles from './shared.module.css'

/** Interval between checks of the service's rules while they are shown, in milliseconds. */
const pollMs = 2_000

/** Shares rules, presets and saved views as a file, and shows those of the profile's service. */
export function SharedRules({ profileId }: { profileId: string }) {
  const service = useCall('sharing.service', { profileId }, { refetchInterval: pollMs })
  const save = useSaveFile(profileId)
  const comparing = useComparedFile(profileId)
  return (
    <section className={styles['shared']} aria-labelledby="shared-rules-heading">
      <div className={styles['head']}>
        <h3 id="shared-rules-heading">Share with your team</h3>
        <p>Rules, presets and saved views in one file, without keys or service addresses.</p>
        <Group gap="xs">
          <SaveButton {...save} />
          <ReadButton {...comparing} />
        </Group>
      </div>
      {save.errors.length > 0 && <p role="alert">{save.errors.join(' ')}</p>}
      <Problems of={[save.problem, comparing.problem, service.error?.problem]} />
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
    </section>
  )
}

function SaveButton({ run, isPending }: ReturnType<typeof useSaveFile>) {
  return (
    <ActionButton size="xs" icon={Download} loading={isPending} onClick={run}>
      Save as file…
    </ActionButton>
  )
}

function ReadButton({ open, isPending }: ReturnType<typeof useComparedFile>) {
  return (
    <FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
      {({ onClick }) => (
        <ActionButton size="xs" icon={FileUp} loading={isPending} onClick={onClick}>
          Read a file…
        </ActionButton>
      )}
    </FileButton>
  )
}

function Problems({ of: problems }: { of: readonly (Problem | undefined)[] }) {
  const problem = problems.find((one) => one !== undefined)
  return problem && <ProblemView problem={problem} />
}
