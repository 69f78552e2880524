import { Fragment } from 'react'

/** An address that a narrow column breaks behind its own signs, and within a word only where that alone is too long. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/?&=])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
