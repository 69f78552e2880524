import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { AskBeforeLeaving } from '../../../session/AskBeforeLeaving.tsx'
import { completeAddress } from '../../../../contract/app/values/completeAddress.ts'
import { maxCellLength } from '../../../../contract/app/tables/limits.ts'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useUndoToast } from '../../../ui/useUndoToast.ts'
import { countCombinations, findListsError, readLists, previewCombinations } from './lists.ts'
import type { PreviewedLink, TypedList } from './lists.ts'
import { OneList } from './OneList.tsx'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

interface ListsFormProps {
  take: (source: MatrixSource) => void
}

type MatrixSource = Extract<CallInput<'runs.prepare'>['source'], { kind: 'lists' }>

const maxLists = 6
const defaultLists: readonly TypedList[] = [
  { name: 'Channel', text: '' },
  { name: 'Language', text: '' },
]
const extraListNames = ['Creative', 'Audience', 'Country', 'Variant']

/** Asks where the links go, and edits lists whose combinations become rows. Shows the first links and their number. */
export function ListsForm({ take }: ListsFormProps) {
  const { lists, hasAdded, change, more, remove } = useLists()
  const [address, setAddress] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const { links, sentence } = countCombinations(lists)
  const named = readLists(lists)
  const template = address.trim() === '' ? {} : { everyone: completeAddress(address) }
  const previewed = links > 0 ? previewCombinations(named, template) : []
  const found = findListsError(lists, address, previewed)
  const error = isAsked ? found : null
  const submit = (event: React.SyntheticEvent<HTMLElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setIsAsked(true)
    if (!found) take({ kind: 'lists', lists: named, template })
    // The focus on the wrong field also reads its error out.
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="bulk-lists">
      <h2 id="bulk-lists">Or one template, many times</h2>
      <Text inherit c="dimmed">
        One link for every combination, such as each channel in each language.
      </Text>
      <Stack component="form" gap="sm" onSubmit={submit} data-own-paste>
        <AskBeforeLeaving
          isUnsaved={() => address.trim() !== '' || lists.some(({ text }) => text.trim() !== '')}
        />
        <TextInput
          label="Where the links go"
          placeholder={`https://shop.example.com/{{${lists.at(-1)?.name || 'Language'}}}`}
          maxLength={maxCellLength}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={error?.list === null && error.text}
          description={<InsertNames lists={lists} insert={(name) => setAddress(`${address}{{${name}}}`)} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <SimpleGrid minColWidth={200} spacing="sm">
          {lists.map((list, index) => (
            <OneList
              key={index}
              list={list}
              number={index + 1}
              change={(changed) => change(index, changed)}
              isFocused={hasAdded}
              error={error?.list === index ? error : null}
              remove={lists.length > 1 ? () => remove(list, index) : null}
            />
          ))}
        </SimpleGrid>
        <PreviewList links={previewed} total={links} />
        <Group gap="xs">
          {lists.length < maxLists && (
            <SmallButton leftSection={<Plus size={14} />} onClick={more}>
              Add a list
            </SmallButton>
          )}
          <Text span inherit flex={1} mih="1.5em" ta="right" role="status">
            {links > 0 && sentence}
          </Text>
          <Button type="submit" size="xs" disabled={links === 0 || links > maxRows}>
            Continue
          </Button>
        </Group>
      </Stack>
    </Stack>
  )
}

/** Holds the typed lists. A removed one can be restored. */
function useLists() {
  const [lists, setLists] = useState(defaultLists)
  const [hasAdded, setHasAdded] = useState(false)
  const offerUndo = useUndoToast()
  const withdrawals = useRef<(() => void)[]>([])
  return {
    lists,
    hasAdded,
    change: (index: number, changed: Partial<TypedList>) =>
      setLists(lists.map((list, other) => (other === index ? { ...list, ...changed } : list))),
    more: () => {
      // It can take the place of a removed one.
      for (const withdraw of withdrawals.current.splice(0)) withdraw()
      setHasAdded(true)
      setLists([...lists, { name: extraListNames[lists.length - 2] ?? '', text: '' }])
    },
    remove: (removed: TypedList, index: number) => {
      setLists(lists.filter((list) => list !== removed))
      if (removed.text.trim() === '') return
      const withdraw = offerUndo({
        message: `Removed ${removed.name || `list ${index + 1}`}.`,
        undo: () => setLists((others) => others.toSpliced(index, 0, removed)),
      })
      withdrawals.current.push(withdraw)
    },
  }
}

/** Inserts the value of a list into the address. */
function InsertNames({ lists, insert }: { lists: readonly TypedList[]; insert: (name: string) => void }) {
  const names = [...new Set(lists.map(({ name }) => name.trim()))].filter(
    (name) => name !== '' && !name.includes('}'),
  )
  return (
    <Group component="span" gap={6} mt={4}>
      Make each one different with
      {names.map((name) => (
        <Button key={name} size="compact-xs" variant="default" onClick={() => insert(name)}>
          {shorten(name, 30)}
        </Button>
      ))}
    </Group>
  )
}

/** Shows the addresses that the first combinations lead to. */
function PreviewList({ links, total }: { links: readonly PreviewedLink[]; total: number }) {
  if (links.every(({ address }) => address === null)) return null
  return (
    <Stack component="ul" gap={2} aria-label="The first links">
      {links.map(({ values, address, error }) => (
        <Text component="li" key={values} fz="sm">
          {shorten(values, 60)} → <strong>{address === null ? error : shorten(address, 120)}</strong>
        </Text>
      ))}
      {total > links.length && (
        <QuietText component="li">and {formatCount(total - links.length, 'more link')}</QuietText>
      )}
    </Stack>
  )
}
