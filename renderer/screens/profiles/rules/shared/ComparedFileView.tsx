import { Button, Flex, Stack } from '@mantine/core'
import { useState } from 'react'
import { entryKey } from '../../../../../contract/app/rules/sharedEntries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { Callout } from '../../../../ui/Callout.tsx'
import { formatCount } from '../../../../ui/formatCount.ts'
import { Loading } from '../../../../ui/Loading.tsx'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { FileErrors } from './FileErrors.tsx'
import { useSharedChanges } from './useSharedChanges.ts'
import { SmallButton } from '../../../../ui/variants.ts'

interface ComparedFileViewProps {
  profileId: string
  name: string
  text: string
  close: () => void
}

/**
 * Shows how an opened file differs from the profile's own rules, presets and views, and applies the accepted changes.
 */
export function ComparedFileView({ profileId, name, text, close }: ComparedFileViewProps) {
  // Refetched after each accepted change.
  const { data, error, refetch } = useCall(
    'sharing.compare',
    { profileId, text },
    { staleTime: 0, gcTime: 0 },
  )
  const { isBusy, message, accept } = useSharedChanges(profileId, false)
  const [keptNames, setKeptNames] = useState<ReadonlySet<string>>(new Set())
  if (error) return <ProblemView problem={error.problem} retry={() => void refetch()} />
  if (!data) return <Loading label="Comparing the file" />
  const { errors } = data
  const changes = data.changes.filter((change) => !keptNames.has(entryKey(change)))
  if (errors.length > 0)
    return (
      <Callout
        tone="bad"
        title={`“${name}” can’t be used`}
        role="alert"
        actions={<SmallButton onClick={close}>Close</SmallButton>}
      >
        <FileErrors errors={errors} />
        <p>Nothing was changed.</p>
      </Callout>
    )
  return (
    <Stack gap="sm" p="12px 14px" bd="1px solid var(--line)" bdrs="md">
      <Flex gap="sm" align="flex-start" justify="space-between">
        <p role="status">
          <strong>{name}</strong>{' '}
          {changes.length === 0
            ? noChangesText(data.changes.length)
            : `has ${formatCount(changes.length, 'difference', 'differences')}. Nothing changes until you accept it.`}
        </p>
        <Button size="xs" variant="subtle" color="gray" flex="none" onClick={close}>
          Close
        </Button>
      </Flex>
      {message !== null && <p role="alert">{message}</p>}
      {changes.length > 0 && (
        <DifferenceList
          label={`Differences in ${name}`}
          changes={changes}
          isBusy={isBusy}
          accept={accept}
          keep={(some) => setKeptNames(new Set([...keptNames, ...some.map(entryKey)]))}
        />
      )}
    </Stack>
  )
}

/** `kept` is the number of differences in which the user keeps the own entry. */
function noChangesText(kept: number): string {
  if (kept === 0) return 'doesn’t differ from yours.'
  return `has no other differences. You keep your own in ${formatCount(kept, 'place')}.`
}
