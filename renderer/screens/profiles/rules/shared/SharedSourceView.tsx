import { Button, Checkbox } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { SharedSource } from '../../../../../contract/calls/sharing.ts'
import type { SharedChange } from '../../../../../contract/rules/sharedEntries.ts'
import type { ProblemError } from '../../../../api/problemError.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { Callout } from '../../../../ui/Callout.tsx'
import { Fold } from '../../../../ui/Fold.tsx'
import { formatCount } from '../../../../ui/formatCount.ts'
import { formatTimeToday } from '../../../../ui/formatTime.ts'
import { showProblemToast } from '../../../../ui/problem/showProblem.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { FileErrors } from './FileErrors.tsx'
import { useSharedChanges } from './useSharedChanges.ts'
import styles from './shared.module.css'

/**
 * Shows a source of shared rules: its location, its state, the changes it offers, and the differences the user keeps.
 */
export function SharedSourceView({ profileId, source }: { profileId: string; source: SharedSource }) {
  const { kind, where, readAt, changes } = source
  const follow = useCallMutation('sharing.follow')
  const { isBusy, message, accept, keep, write } = useSharedChanges(profileId, kind)
  const offered = changes.filter(({ isOffered }) => isOffered)
  const rejected = changes.filter(({ isOffered }) => !isOffered)
  const acceptAction = { label: 'Accept', allLabel: 'Accept all', run: accept }
  const keepAction = { label: 'Keep mine', allLabel: 'Keep all mine', run: keep }
  const acceptExistingAction = { ...acceptAction, allows: isInSource }
  const writeAction = { label: 'Write mine to the file', allLabel: 'Write all mine to the file', run: write }
  const name = kind === 'file' ? 'file' : 'service'
  return (
    <div className={styles['source']}>
      <div className={styles['state']}>
        <p>
          {kind === 'file' ? 'Follows the file ' : 'Shared by the service '}
          <code>{where}</code>
          <span className={styles['quiet']}>
            {readAt === null ? 'Not read yet' : `Last read ${formatTimeToday(readAt)}`}
          </span>
        </p>
        {kind === 'file' && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={follow.isPending}
            onClick={() => follow.mutate({ profileId, path: null }, { onError })}
          >
            Stop following
          </Button>
        )}
      </div>
      {kind === 'service' && <FollowService profileId={profileId} follows={source.follows} />}
      <SourceState name={name} source={source} offered={offered.length} />
      {message !== null && <p role="alert">{message}</p>}
      {offered.length > 0 && (
        <DifferenceList
          label={`New in the ${name}`}
          changes={offered}
          actions={[acceptAction, keepAction]}
          isBusy={isBusy}
        />
      )}
      {rejected.length > 0 && (
        <Fold title={`${formatCount(rejected.length, 'difference', 'differences')} that you keep`}>
          <DifferenceList
            label="Differences that you keep"
            changes={rejected}
            actions={kind === 'file' ? [writeAction, acceptExistingAction] : [acceptExistingAction]}
            isBusy={isBusy}
            kindOf={(change) => describeWhere(change, name)}
          />
        </Fold>
      )}
    </div>
  )
}

const onError = ({ problem }: ProblemError) => showProblemToast(problem)

interface FollowServiceProps {
  profileId: string
  follows: boolean
}

/** Switches whether changes from the service are applied without asking. */
function FollowService({ profileId, follows }: FollowServiceProps) {
  const follow = useCallMutation('sharing.followService')
  const { isPending, variables } = follow
  const change = (isFollowed: boolean) => follow.mutate({ profileId, follows: isFollowed }, { onError })
  return (
    <Checkbox
      label="Always follow this service"
      description="Applies its changes without asking, and tells you which. Your own changes stay until the service changes the same entry. Only you can remove presets and views."
      checked={isPending ? variables.follows : follows}
      disabled={isPending}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}

/**
 * Returns whether a source has an entry. *Accept all* must not remove the user's own presets and views, which the
 * source never had.
 */
function isInSource({ kind, after }: SharedChange): boolean {
  return kind === 'rule' || after !== null
}

function describeWhere({ before, after }: SharedChange, name: string): string {
  if (before === null) return `Only in the ${name}`
  return after === null ? 'Only here' : 'Different'
}

interface SourceStateProps {
  name: string
  source: SharedSource
  offered: number
}

/** Shows why a source can't be read, or how many changes it offers. */
function SourceState({ name, source: { kind, errors, readAt }, offered }: SourceStateProps) {
  // The last response of a service is kept. A file that can’t be read has nothing to compare.
  const compared = kind === 'service' && readAt !== null
  if (errors.length > 0)
    return (
      <Callout tone="warn" icon={TriangleAlert} title={`The ${name} can’t be read right now`} role="status">
        <FileErrors errors={errors} />
        <p>
          {compared && 'This is what it had when it was last read. '}
          Your rules, presets and views haven’t changed. The {name} is read again{' '}
          {name === 'file' ? 'as soon as it changes' : 'every minute'}.
        </p>
      </Callout>
    )
  if (readAt === null) return null
  return (
    <p role="status" className={styles['quiet']}>
      {offered === 0
        ? `The ${name} has nothing new.`
        : `The ${name} has ${formatCount(offered, 'difference', 'differences')} to decide on. Nothing changes until you accept it.`}
    </p>
  )
}
