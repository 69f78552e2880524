import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { isMac } from './isMac.ts'

/** Shows alternative keys, as they are labelled on this computer. */
export function KeyNames({ keys }: { keys: readonly (readonly string[])[] }) {
  return keys.map((combination, index) => (
    <Fragment key={combination.join()}>
      {index > 0 && <span>or</span>}
      {combination.map((key) => (
        <Kbd key={key} size="xs">
          {keyName(key)}
        </Kbd>
      ))}
    </Fragment>
  ))
}

function keyName(key: string): string {
  if (key === 'Mod') return isMac() ? '⌘' : 'Ctrl'
  if (key === 'Alt') return isMac() ? '⌥' : 'Alt'
  return key
}
