import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { AskBeforeLeaving } from '../../../session/AskBeforeLeaving.tsx'
import { maxCellLength } from '../../../../contract/app/tables/limits.ts'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useUndoToast } from '../../../ui/useUndoToast.ts'
import { countCombinations, findListsErrors, readLists, previewCombinations } from './lists.ts'
import type { PreviewedLink, TypedLists } from './lists.ts'
import { OneList } from './OneList.tsx'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

interface ListsFormProps {
  take: (source: MatrixSource) => void
}

type MatrixSource = Extract<CallInput<'runs.prepare'>['source'], { kind: 'lists' }>

const maxLists = 6
const defaultLists: TypedLists['lists'] = [
  { name: 'Channel', text: '' },
  { name: 'Language', text: '' },
]
const extraListNames = ['Creative', 'Audience', 'Country', 'Variant']

/** Asks where the links go, and edits lists whose combinations become rows. Shows the first links and their number. */
export function ListsForm({ take }: ListsFormProps) {
  const form = useForm<TypedLists>({
    initialValues: { address: '', lists: defaultLists },
    validate: findListsErrors,
  })
  const { hasAdded, add, remove } = useLists(form)
  const { address, lists } = form.getValues()
  const read = readLists(form.getValues())
  const { links, sentence } = countCombinations(read)
  const submit = form.onSubmit(
    () => take({ kind: 'lists', ...read }),
    // The focus on the wrong field also reads its error out.
    (errors) => requestAnimationFrame(() => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()),
  )
  return (
    <Stack component="section" gap="sm" aria-labelledby="bulk-lists">
      <h2 id="bulk-lists">Or one template, many times</h2>
      <Text inherit c="dimmed">
        One link for every combination, such as each channel in each language.
      </Text>
      <form onSubmit={submit} data-own-paste>
        <Stack gap="sm">
          <AskBeforeLeaving
            isUnsaved={() => [address, ...lists.map(({ text }) => text)].some((text) => text.trim() !== '')}
          />
          <TextInput
            label="Where the links go"
            placeholder={`https://shop.example.com/{{${lists.at(-1)?.name || 'Language'}}}`}
            maxLength={maxCellLength}
            description={
              <InsertNames
                lists={lists}
                insert={(name) => form.setFieldValue('address', `${address}{{${name}}}`)}
              />
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('address')}
          />
          <SimpleGrid minColWidth={200} spacing="sm">
            {lists.map((_, index) => (
              <OneList
                key={index}
                form={form}
                index={index}
                isFocused={hasAdded}
                remove={lists.length > 1 ? () => remove(index) : null}
              />
            ))}
          </SimpleGrid>
          <PreviewList links={previewCombinations(read)} total={links} />
          <Group gap="xs">
            {lists.length < maxLists && (
              <SmallButton leftSection={<Plus size={14} />} onClick={add}>
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
      </form>
    </Stack>
  )
}

/** Adds and removes lists. A removed one can be restored, unless others have taken its place. */
function useLists(form: UseFormReturnType<TypedLists>) {
  const [hasAdded, setHasAdded] = useState(false)
  const offerUndo = useUndoToast()
  const read = () => form.getValues().lists
  return {
    hasAdded,
    add: () => {
      setHasAdded(true)
      form.insertListItem('lists', { name: extraListNames[read().length - 2] ?? '', text: '' })
    },
    remove: (index: number) => {
      const removed = read()[index]
      form.removeListItem('lists', index)
      if (!removed || removed.text.trim() === '') return
      offerUndo({
        message: `Removed ${removed.name || `list ${index + 1}`}.`,
        undo: () => read().length < maxLists && form.insertListItem('lists', removed, index),
      })
    },
  }
}

/** Inserts the value of a list into the address. */
function InsertNames({ lists, insert }: { lists: TypedLists['lists']; insert: (name: string) => void }) {
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
