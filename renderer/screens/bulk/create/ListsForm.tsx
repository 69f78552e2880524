import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mostRows } from '../../../../contract/calls/runs.ts'
import { productOf, valuesOf } from './lists.ts'
import type { TypedList } from './lists.ts'
import { OneList } from './OneList.tsx'
import styles from './create.module.css'

interface ListsFormProps {
  take: (lists: { name: string; values: string[] }[]) => void
}

const mostLists = 6
const usual: readonly TypedList[] = [
  { name: 'Channel', text: '' },
  { name: 'Language', text: '' },
]
const furtherNames = ['Creative', 'Audience', 'Country', 'Variant']

/** One template for every combination of some lists, whose number is said before any is made. */
export function ListsForm({ take }: ListsFormProps) {
  const [lists, setLists] = useState(usual)
  const { links, sentence } = productOf(lists)
  const change = (at: number) => (changed: Partial<TypedList>) =>
    setLists(lists.map((list, place) => (place === at ? { ...list, ...changed } : list)))
  const more = () => setLists([...lists, { name: furtherNames[lists.length - 2] ?? '', text: '' }])
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const named = lists.map((list, at) => ({
      name: list.name.trim() || `List ${String(at + 1)}`,
      values: valuesOf(list),
    }))
    take(named.filter(({ values }) => values.length > 0))
  }
  return (
    <section className={styles['lists']} aria-labelledby="bulk-lists">
      <h2 id="bulk-lists">Or one template, many times</h2>
      <p>
        One link for every combination, such as each channel in each language. Write one value a line, or
        paste them.
      </p>
      <form onSubmit={submit} data-own-paste>
        <div className={styles['listFields']}>
          {lists.map((list, at) => (
            <OneList
              key={at}
              list={list}
              number={at + 1}
              change={change(at)}
              remove={lists.length > 1 ? () => setLists(lists.filter((_, place) => place !== at)) : null}
            />
          ))}
        </div>
        <div className={styles['buttons']}>
          {lists.length < mostLists && (
            <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={more}>
              Add a list
            </Button>
          )}
          <span role="status" className={styles['product']}>
            {links > 0 && sentence}
          </span>
          <Button type="submit" size="xs" disabled={links === 0 || links > mostRows}>
            Continue
          </Button>
        </div>
      </form>
    </section>
  )
}
