import { Fragment } from 'react'

/** Breaks an address after its separators, and within a word only if that word alone is too long. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/?&=])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
