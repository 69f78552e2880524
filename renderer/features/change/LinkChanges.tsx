import { Group, Select, Stack, Text } from '@mantine/core'
import { CalendarClock, Pencil, Power, PowerOff } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import {
  readActiveUntil,
  readPassQuery,
  withoutPastEnd,
} from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { describeActive } from '../../link/activeState.ts'
import { queryChoiceData, queryChoices, toQueryChoice, type QueryChoice } from '../../link/passedQuery.ts'
import { linkTitle } from '../record/linkTitle.ts'
import { OpenChange } from './OpenChange.tsx'
import { isChangeable } from './isChangeable.ts'
import { useConfirmedChange } from './useConfirmedChange.tsx'
import { EditDialog } from './EditDialog.tsx'
import { UntilDialog } from './UntilDialog.tsx'

interface LinkChangesProps {
  record: LinkRecord
  profile: SavedProfile | undefined
  level: 2 | 3
}

/** Offers changes of a link on its service. Renders nothing if the service doesn't support changes. */
export function LinkChanges({ record, profile, level }: LinkChangesProps) {
  if (!profile || !isChangeable(record, profile)) return null
  return <ChangeActions {...{ record, profile, level }} />
}

type Dialog = { kind: 'edit'; patch: LinkPatch | null } | { kind: 'until' }

function ChangeActions({ record, profile, level }: LinkChangesProps & { profile: SavedProfile }) {
  const Heading = `h${level}` as const
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { ask, question, changing } = useConfirmedChange(record)
  const close = () => setDialog(null)
  const { stored } = record
  const words = stored && describeActive(stored)
  const setEnd = (time: string | null) => {
    close()
    const doneText = time === null ? 'End date removed' : 'End date set'
    ask({ title: 'Change the end date', patch: { active_until: time }, done: doneText })
  }
  return (
    <Stack
      component="section"
      gap={10}
      miw={0}
      aria-labelledby="link-changes"
      data-print={words ? undefined : 'hidden'}
    >
      <Heading id="link-changes">Change this link</Heading>
      {words && (
        <Text fz="sm" {...(words.isActive ? { c: 'dimmed' } : { c: 'var(--bad-text)', fw: 550 })}>
          {words.text}
        </Text>
      )}
      <Group gap="xs">
        <ActionButton icon={Pencil} onClick={() => setDialog({ kind: 'edit', patch: null })}>
          Edit
        </ActionButton>
        <SwitchButton isOff={words?.isActive === false} disabled={changing.isPending} {...{ stored, ask }} />
        <ActionButton
          icon={CalendarClock}
          disabled={changing.isPending}
          onClick={() => setDialog({ kind: 'until' })}
        >
          End date…
        </ActionButton>
        {changing.isPending && <Elapsed cancel={changing.cancel} />}
      </Group>
      <PassedQuery disabled={changing.isPending} {...{ stored, ask }} />
      <OpenChange
        record={record}
        edit={(patch) => setDialog({ kind: 'edit', patch })}
        repeat={(patch) => ask({ title: 'Change the link', patch, done: 'Link changed' })}
      />
      {dialog?.kind === 'edit' && <EditDialog {...{ record, profile, close }} patch={dialog.patch} />}
      {dialog?.kind === 'until' && (
        <UntilDialog
          name={linkTitle(record)}
          until={stored && readActiveUntil(stored)}
          close={close}
          apply={setEnd}
        />
      )}
      {question}
    </Stack>
  )
}

interface ChangeControlProps extends Pick<ReturnType<typeof useConfirmedChange>, 'ask'> {
  stored: LinkRecord['stored']
  disabled: boolean
}

/** Chooses whether a link passes on the parameters of visitors. Renders nothing if the service doesn't report it. */
function PassedQuery({ stored, disabled, ask }: ChangeControlProps) {
  const value = stored ? readPassQuery(stored) : undefined
  if (value === undefined) return null
  const change = (choice: string | null) =>
    choice !== null &&
    ask({
      title: 'Change what happens to parameters',
      patch: { pass_query: queryChoices[choice as QueryChoice] },
      done: 'Link changed',
    })
  return (
    <Select
      label="Parameters that visitors bring, such as gclid"
      maw={320}
      disabled={disabled}
      data={queryChoiceData}
      value={toQueryChoice(value)}
      onChange={change}
    />
  )
}

interface SwitchButtonProps extends ChangeControlProps {
  isOff: boolean
}

/** Switches a link off or back on. Switching it on removes an end date that has passed. */
function SwitchButton({ stored, isOff, disabled, ask }: SwitchButtonProps) {
  const askToSwitch = () =>
    isOff
      ? ask({
          title: 'Switch the link on',
          patch: stored ? withoutPastEnd({ active: true }, stored) : { active: true },
          done: 'Switched on',
        })
      : ask({ title: 'Switch the link off', patch: { active: false }, done: 'Switched off' })
  const Icon = isOff ? Power : PowerOff
  return (
    <ActionButton icon={Icon} disabled={disabled} onClick={askToSwitch}>
      {isOff ? 'Switch on' : 'Switch off'}
    </ActionButton>
  )
}
