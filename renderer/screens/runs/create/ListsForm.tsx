import { Button, Group, SimpleGrid } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxRows } from '../../../../contract/app/calls/runs/runs.ts'
import { AskBeforeLeaving } from '../../../session/AskBeforeLeaving.tsx'
import { countCombinations, listValues } from './lists.ts'
import type { TypedList } from './lists.ts'
import { OneList } from './OneList.tsx'
import styles from './create.module.css'

interface ListsFormProps {
  take: (lists: { name: string; values: string[] }[]) => void
}

const maxLists = 6
const defaultLists: readonly TypedList[] = [
  { name: 'Channel', text: '' },
  { name: 'Language', text: '' },
]
const extraListNames = ['Creative', 'Audience', 'Country', 'Variant']

/** Edits lists whose combinations become rows, and shows how many rows that makes. */
export function ListsForm({ take }: ListsFormProps) {
  const [lists, setLists] = useState(defaultLists)
  const { links, sentence } = countCombinations(lists)
  const change = (index: number) => (changed: Partial<TypedList>) =>
    setLists(lists.map((list, other) => (other === index ? { ...list, ...changed } : list)))
  const more = () => setLists([...lists, { name: extraListNames[lists.length - 2] ?? '', text: '' }])
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const named = lists.map((list, index) => ({
      name: list.name.trim() || `List ${String(index + 1)}`,
      values: listValues(list),
    }))
    take(named.filter(({ values }) => values.length > 0))
  }
  return (
    <section className={styles['lists']} aria-labelledby="bulk-lists">
      <h2 id="bulk-lists">Or one template, many times</h2>
      <p>
        One link for every combination, such as each channel in each language. Write one value per line, or
        paste them.
      </p>
      <form onSubmit={submit} data-own-paste>
        <AskBeforeLeaving isUnsaved={() => lists.some(({ text }) => text.trim() !== '')} />
        <SimpleGrid minColWidth={200} spacing="sm">
          {lists.map((list, index) => (
            <OneList
              key={index}
              list={list}
              number={index + 1}
              change={change(index)}
              remove={lists.length > 1 ? () => setLists(lists.filter((_, other) => other !== index)) : null}
            />
          ))}
        </SimpleGrid>
        <Group gap="xs">
          {lists.length < maxLists && (
            <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={more}>
              Add a list
            </Button>
          )}
          <span role="status" className={styles['product']}>
            {links > 0 && sentence}
          </span>
          <Button type="submit" size="xs" disabled={links === 0 || links > maxRows}>
            Continue
          </Button>
        </Group>
      </form>
    </section>
  )
}
