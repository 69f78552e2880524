import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useRef, type RefObject } from 'react'
import { entryKey, type SharedChange } from '../../../../../contract/app/rules/sharedEntries.ts'
import { FieldList } from '../../../../ui/FieldList.tsx'
import { focusNeighbour } from '../../../../ui/focusNeighbour.ts'
import { entryTitle, lineChanges, type LineChange } from './entryLines.ts'
import { SmallButton } from '../../../../ui/variants.ts'
import styles from './shared.module.css'

type Decide = (changes: SharedChange[]) => void

/** An action on changes, with a label for one (*Accept*) and a label for all (*Accept all*). */
interface DifferenceAction {
  label: string
  allLabel: string
  run: Decide
  /** Returns whether the action is offered for a change. */
  allows: (change: SharedChange) => boolean
}

interface DifferenceListProps {
  /** Accessible name of the list. */
  label: string
  changes: readonly SharedChange[]
  accept: Decide
  /** Returns whether a change can be accepted. By default, all can. */
  accepts?: (change: SharedChange) => boolean
  /** Keeps the user's own entries, if that is still to be decided. */
  keep?: Decide
  /** Returns the badge of a change: *New*, *Removed* or *Changed* by default. */
  kindOf?: (change: SharedChange) => string
  isBusy?: boolean
}

/** Shows entries that differ, before → after, with actions on each and on all. */
export function DifferenceList({
  label,
  changes,
  accept,
  accepts = always,
  keep,
  isBusy = false,
  kindOf = changeKind,
}: DifferenceListProps) {
  const actions: DifferenceAction[] = [
    { label: 'Accept', allLabel: 'Accept all', run: accept, allows: accepts },
    ...(keep ? [{ label: 'Keep mine', allLabel: 'Keep all mine', run: keep, allows: always }] : []),
  ]
  const top = useRef<HTMLDivElement>(null)
  return (
    <Stack
      ref={top}
      gap="sm"
      w="100%"
      style={{ outline: 'none' }}
      tabIndex={-1}
      role="group"
      aria-label={label}
    >
      {changes.length > 1 && (
        <Group gap="xs">
          {actions.map(({ allLabel, run, allows }, index) => (
            <Button
              key={allLabel}
              size="xs"
              variant={index === 0 ? 'filled' : 'default'}
              disabled={isBusy || !changes.some(allows)}
              onClick={() => {
                top.current?.focus()
                run(changes.filter(allows).map(toChange))
              }}
            >
              {allLabel}
            </Button>
          ))}
        </Group>
      )}
      <Stack component="ul" gap={0} aria-label={label}>
        {changes.map((change) => (
          <Entry key={entryKey(change)} {...{ change, actions, isBusy, kindOf, top }} />
        ))}
      </Stack>
    </Stack>
  )
}

interface EntryProps extends Required<Pick<DifferenceListProps, 'isBusy' | 'kindOf'>> {
  actions: readonly DifferenceAction[]
  change: SharedChange
  /** Gets the focus if no other entry is left. */
  top: RefObject<HTMLElement | null>
}

function Entry({ change, actions, isBusy, kindOf, top }: EntryProps) {
  return (
    <Stack component="li" gap="xs" py="sm" style={{ borderTop: '1px solid var(--line)' }}>
      <Group gap="xs" wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
        <strong>{entryTitle(change)}</strong>
        <Badge size="sm" variant="light" color="gray">
          {kindOf(change)}
        </Badge>
      </Group>
      <Lines lines={lineChanges(change)} />
      <Group gap="xs">
        {actions
          .filter(({ allows }) => allows(change))
          .map(({ label, run }) => (
            <SmallButton
              key={label}
              aria-label={`${label}: ${entryTitle(change)}`}
              data-entry-action={label}
              disabled={isBusy}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget, top.current)
                run([toChange(change)])
              }}
            >
              {label}
            </SmallButton>
          ))}
      </Group>
    </Stack>
  )
}

const always = () => true

/** Returns a change without the fields that only the list uses. */
function toChange({ kind, name, before, after }: SharedChange): SharedChange {
  return { kind, name, before, after }
}

function changeKind({ before, after }: SharedChange): string {
  if (before === null) return 'New'
  return after === null ? 'Removed' : 'Changed'
}

/** Maximum number of values shown for a property. */
const maxValues = 20

function Lines({ lines }: { lines: LineChange[] }) {
  return (
    <FieldList
      rows={lines.map(({ label, removed, added }) => ({
        name: label,
        value: (
          <Group gap={4} align="baseline">
            <Values of={removed} kind="removed" />
            {removed.length > 0 && <span aria-hidden> → </span>}
            {added.length > 0 ? (
              <Values of={added} kind="added" />
            ) : (
              <Text span inherit c="dimmed">
                none
              </Text>
            )}
          </Group>
        ),
      }))}
    />
  )
}

function Values({ of: values, kind }: { of: string[]; kind: 'removed' | 'added' }) {
  const Tag = kind === 'removed' ? 'del' : 'ins'
  const more = values.length - maxValues
  return (
    <>
      {values.slice(0, maxValues).map((value, index) => (
        <Tag key={index} className={styles[kind]}>
          {value}
        </Tag>
      ))}
      {more > 0 && <span> and {more} more</span>}
    </>
  )
}
