import { Button, Flex, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../../../contract/app/calls/calls.ts'
import { entryKey } from '../../../../../contract/app/rules/sharedEntries.ts'
import { Callout } from '../../../../ui/Callout.tsx'
import { formatCount } from '../../../../ui/formatCount.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { FileErrors } from './FileErrors.tsx'
import { useSharedChanges } from './useSharedChanges.ts'
import { SmallButton } from '../../../../ui/variants.ts'

interface ComparedFileViewProps {
  profileId: string
  name: string
  compared: CallOutput<'sharing.compare'>
  /** Compares the file again. */
  refresh: () => void
  close: () => void
}

/**
 * Shows how an opened file differs from the profile's own rules, presets and views, and applies the accepted changes.
 */
export function ComparedFileView({ profileId, name, compared, refresh, close }: ComparedFileViewProps) {
  const { isBusy, message, accept } = useSharedChanges(profileId, false, refresh)
  const [keptNames, setKeptNames] = useState<ReadonlySet<string>>(new Set())
  const changes = compared.changes.filter((change) => !keptNames.has(entryKey(change)))
  const { errors } = compared
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
            ? noChangesText(compared.changes.length)
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
