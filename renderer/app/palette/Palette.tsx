import { Combobox, Group, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search as SearchIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { isMac } from '../../session/isMac.ts'
import { KeyNames } from '../../session/KeyNames.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { copyText } from '../../ui/copyText.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { showToast } from '../../ui/toast.ts'
import { usePaletteGroups, type PaletteItem } from './usePaletteGroups.ts'
import { QuietText } from '../../ui/variants.ts'
import styles from './palette.module.css'

/** Pause in typing, in milliseconds, after which the library is searched. */
const searchDelayMs = 60

/**
 * One field for everything: links, commands of the screen in view, screens, profiles, presets, and pasted addresses.
 */
export default function Palette({ close }: { close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      attributes={{ content: { 'aria-label': 'Search or do anything' } }}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      classNames={{ content: styles['palette'] ?? '', body: styles['body'] ?? '' }}
    >
      <Search close={close} />
    </Modal>
  )
}

function Search({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs)
  const groups = usePaletteGroups(typed.trim() === '' ? '' : settled)
  const items = groups.flatMap((group) => group.items)
  const current = items[active] ?? items[0]
  const listId = useId()
  const store = useCombobox({ opened: true })
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    close()
    item.run()
  }
  const press = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && items.length > 0) setActive((active + step + items.length) % items.length)
    else if (event.key === 'Enter') choose(current)
    else if (isCopy(event) && current?.copies !== undefined) void copy(current.copies, close)
    else return
    event.preventDefault()
  }
  return (
    <Combobox store={store} onOptionSubmit={(id) => choose(items.find((item) => item.id === id))}>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        role="combobox"
        aria-label="Search or do anything"
        aria-expanded
        aria-haspopup="listbox"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        className={styles['field'] ?? ''}
        leftSection={<SearchIcon size={17} />}
        placeholder="Search links, or type a command"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <Combobox.Options id={listId} aria-label="Results" className={styles['results'] ?? ''}>
        {groups.map(({ title, items: members }) => (
          <Combobox.Group key={title} label={title}>
            {members.map((item) => (
              <Row
                key={item.id}
                id={`${listId}-${item.id}`}
                item={item}
                isActive={item === current}
                activate={() => setActive(items.indexOf(item))}
              />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <ResultCount count={items.length} typed={typed.trim()} />
      <QuietText fz="xs" px="md" py="xs" style={{ borderTop: '1px solid var(--line)' }}>
        Paste a link to look it up, or an address to make a link to it
      </QuietText>
    </Combobox>
  )
}

/** Announces the number of results while typing. */
function ResultCount({ count, typed }: { count: number; typed: string }) {
  return (
    <>
      <VisuallyHidden role="status">{typed !== '' && formatCount(count, 'result')}</VisuallyHidden>
      {count === 0 && <Combobox.Empty>Nothing found for “{typed.slice(0, 60)}”</Combobox.Empty>}
    </>
  )
}

interface RowProps {
  id: string
  item: PaletteItem
  isActive: boolean
  activate: () => void
}

function Row({ id, item, isActive, activate }: RowProps) {
  const { label, detail, environment, keys, copies } = item
  return (
    <Combobox.Option
      value={item.id}
      id={id}
      selected={isActive}
      aria-selected={isActive}
      ref={isActive ? scrollIntoView : undefined}
      onMouseMove={activate}
      className={styles['row'] ?? ''}
    >
      <Text span inherit truncate>
        {label}
      </Text>
      {detail !== undefined && (
        <QuietText span flex="0 10 auto" miw={0} ff="monospace" fz="xs" truncate>
          {detail}
        </QuietText>
      )}
      <Group gap={6} ml="auto" wrap="nowrap" flex="none" c="dimmed" fz="xs">
        {isActive && copies !== undefined && (
          <Group gap={4} wrap="nowrap" aria-hidden>
            <KeyNames keys={[['Enter']]} /> open
            <KeyNames keys={[['Mod', 'C']]} /> copy
          </Group>
        )}
        {environment && <EnvironmentBadge environment={environment} />}
        {keys && <KeyNames keys={keys} />}
      </Group>
    </Combobox.Option>
  )
}

function scrollIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** ⌘/Ctrl+C copies the link unless part of the typed text is selected. */
function isCopy({ key, ctrlKey, metaKey, currentTarget }: React.KeyboardEvent<HTMLInputElement>): boolean {
  const isKey = key.toLowerCase() === 'c' && (isMac() ? metaKey : ctrlKey)
  return isKey && currentTarget.selectionStart === currentTarget.selectionEnd
}

async function copy(link: string, close: () => void): Promise<void> {
  const copied = await copyText(link)
  close()
  showToast({ role: 'status', message: copied ? 'Link copied.' : 'The link couldn’t be copied.' })
}
