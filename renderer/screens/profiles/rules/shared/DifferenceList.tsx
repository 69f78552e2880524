import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useRef, type RefObject } from 'react'
import { entryKey, type SharedChange } from '../../../../../contract/app/rules/sharedEntries.ts'
import { FieldList } from '../../../../ui/FieldList.tsx'
import { focusNeighbour } from '../../../../ui/focusNeighbour.ts'
import { entryTitle, lineChanges, type LineChange } from './entryLines.ts'
import styles from './shared.module.css'

/** An action on changes, with a label for one (*Accept*) and a label for all (*Accept all*). */
interface DifferenceAction {
  label: string
  allLabel: string
  run: (changes: SharedChange[]) => void
  /** Returns whether the action is offered for a change. If omitted, it is offered for all. */
  allows?: (change: SharedChange) => boolean
}

interface DifferenceListProps {
  /** Accessible name of the list. */
  label: string
  changes: readonly SharedChange[]
  /** The most likely action comes first. */
  actions: readonly DifferenceAction[]
  /** Returns the badge of a change: *New*, *Removed* or *Changed* by default. */
  kindOf?: (change: SharedChange) => string
  isBusy: boolean
}

/** Shows entries that differ, before → after, with actions on each and on all. */
export function DifferenceList({
  label,
  changes,
  actions,
  isBusy,
  kindOf = changeKind,
}: DifferenceListProps) {
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
          {actions.map(({ allLabel, run, allows = always }, index) => (
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

interface EntryProps extends Required<Pick<DifferenceListProps, 'actions' | 'isBusy' | 'kindOf'>> {
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
          .filter(({ allows = always }) => allows(change))
          .map(({ label, run }) => (
            <Button
              key={label}
              size="xs"
              variant="default"
              aria-label={`${label}: ${entryTitle(change)}`}
              data-entry-action={label}
              disabled={isBusy}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget, top.current)
                run([toChange(change)])
              }}
            >
              {label}
            </Button>
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
