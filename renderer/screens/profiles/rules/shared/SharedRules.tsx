import { Button, FileButton } from '@mantine/core'
import { Download, Eye, FileUp } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '../../../../../contract/problem.ts'
import { useCall } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { FollowFile } from './FollowFile.tsx'
import { GivenFile } from './GivenFile.tsx'
import { SharedSourceView } from './SharedSourceView.tsx'
import { useGivenFile, useSaveFile } from './useSharedFile.ts'
import styles from './shared.module.css'

/** Milliseconds between two looks at the sources while they are shown. */
const pollMs = 2_000

/** Shares rules, presets and saved views as a file: save, read and follow one. */
export default function SharedRules({ profileId }: { profileId: string }) {
  const sources = useCall('sharing.sources', { profileId }, { refetchInterval: pollMs })
  const save = useSaveFile(profileId)
  const given = useGivenFile(profileId)
  const [isChoosing, setChoosing] = useState(false)
  const canFollow = sources.data ? !sources.data.some(({ kind }) => kind === 'file') : false
  return (
    <section className={styles['shared']} aria-labelledby="shared-rules-heading">
      <div className={styles['head']}>
        <h3 id="shared-rules-heading">Share with your team</h3>
        <p>Rules, presets and saved views as one file, without keys and addresses of services.</p>
        <div className={styles['buttons']}>
          <SaveButton {...save} />
          <ReadButton {...given} />
          {canFollow && !isChoosing && <FollowButton onClick={() => setChoosing(true)} />}
        </div>
      </div>
      {save.errors.length > 0 && <p role="alert">{save.errors.join(' ')}</p>}
      <Problems of={[save.problem, given.problem, sources.error?.problem]} />
      {isChoosing && canFollow && <FollowFile profileId={profileId} close={() => setChoosing(false)} />}
      {given.shown && (
        <GivenFile
          key={given.shown.id}
          profileId={profileId}
          name={given.shown.name}
          compared={given.shown.compared}
          refresh={given.refresh}
          close={given.close}
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

function ReadButton({ open, isPending }: ReturnType<typeof useGivenFile>) {
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
