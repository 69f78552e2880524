import { Button, FileButton } from '@mantine/core'
import { Download, Eye, FileUp } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '../../../../../contract/problem.ts'
import { useCall } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { FollowFile } from './FollowFile.tsx'
import { ComparedFileView } from './ComparedFileView.tsx'
import { SharedSourceView } from './SharedSourceView.tsx'
import { useComparedFile, useSaveFile } from './useSharedFile.ts'
import styles from './shared.module.css'

/** Interval between checks of the sources while they are shown, in milliseconds. */
const pollMs = 2_000

/** Shares rules, presets and saved views as a file, which can be saved, read and followed. */
export default function SharedRules({ profileId }: { profileId: string }) {
  const sources = useCall('sharing.sources', { profileId }, { refetchInterval: pollMs })
  const save = useSaveFile(profileId)
  const comparing = useComparedFile(profileId)
  const [isChoosing, setChoosing] = useState(false)
  const canFollow = sources.data ? !sources.data.some(({ kind }) => kind === 'file') : false
  return (
    <section className={styles['shared']} aria-labelledby="shared-rules-heading">
      <div className={styles['head']}>
        <h3 id="shared-rules-heading">Share with your team</h3>
        <p>Rules, presets and saved views in one file, without keys or service addresses.</p>
        <div className={styles['buttons']}>
          <SaveButton {...save} />
          <ReadButton {...comparing} />
          {canFollow && !isChoosing && <FollowButton onClick={() => setChoosing(true)} />}
        </div>
      </div>
      {save.errors.length > 0 && <p role="alert">{save.errors.join(' ')}</p>}
      <Problems of={[save.problem, comparing.problem, sources.error?.problem]} />
      {isChoosing && canFollow && <FollowFile profileId={profileId} close={() => setChoosing(false)} />}
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
      {sources.data?.map((source) => (
        <SharedSourceView key={source.kind} profileId={profileId} source={source} />
      ))}
    </section>
  )
}

function SaveButton({ run, isPending }: ReturnType<typeof useSaveFile>) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={isPending}
      onClick={run}
    >
      Save as file…
    </Button>
  )
}

function ReadButton({ open, isPending }: ReturnType<typeof useComparedFile>) {
  return (
    <FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
      {({ onClick }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<FileUp size={14} aria-hidden />}
          loading={isPending}
          onClick={onClick}
        >
          Read a file…
        </Button>
      )}
    </FileButton>
  )
}

function FollowButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Eye size={14} aria-hidden />} onClick={onClick}>
      Follow a file…
    </Button>
  )
}

function Problems({ of: problems }: { of: readonly (Problem | undefined)[] }) {
  const problem = problems.find((one) => one !== undefined)
  return problem && <ProblemView problem={problem} />
}
