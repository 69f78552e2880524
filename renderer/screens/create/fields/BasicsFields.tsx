import { fieldsOf, linkFields } from '../../../../contract/link/fields.ts'
import type { FieldOf } from '../../../../contract/link/fields.ts'
import { TextField } from './TextField.tsx'
import { codePoints, grouped } from '../../../../contract/text.ts'
import { cutBy, drawnBy } from '../../../features/card/networks.ts'
import { useField } from '../../../link/FormContext.tsx'
import styles from './fields.module.css'

/** What people read in a chat or a feed before they tap. */
export function BasicsFields() {
  return fieldsOf('text').map((name) => (
    <TextField
      key={name}
      name={name}
      path={name}
      label={linkFields[name].label}
      placeholder={linkFields[name].example}
      description={<Meter name={name} max={linkFields[name].limit} />}
    />
  ))
}

/** How long a text is, how long it may be, and where it will be cut short. */
function Meter({ name, max }: { name: FieldOf<'text'>; max: number }) {
  const [text] = useField(name)
  const length = codePoints(text)
  return (
    <span className={styles['meter']} data-over={length > max || undefined}>
      <span>
        {length} of {grouped(max)}
      </span>
      <span>{fitOf(name, text)}</span>
    </span>
  )
}

function fitOf(name: FieldOf<'text'>, text: string): string {
  if (text === '' || drawnBy(name).length === 0) return ''
  const names = cutBy(name, text).map((network) => network.name)
  return names.length === 0 ? 'Fits everywhere' : `Cut short in ${listed(names)}`
}

// Made when first needed, since the first use of `Intl` takes its time.
let list: Intl.ListFormat | undefined

function listed(names: string[]): string {
  list ??= new Intl.ListFormat('en', { type: 'conjunction' })
  return list.format(names)
}
