import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { findPath, type LookupContext } from '../../../contract/app/window/windowPath.ts'

interface LookInButtonProps {
  /** The search text. */
  text: string
  context: LookupContext
  /** Where that is, in words. */
  name: string
}

/** Looks a text up elsewhere. Doesn't switch the window's profile or environment. */
export function LookInButton({ text, context, name }: LookInButtonProps) {
  const [, go] = useLocation()
  return (
    <Button size="xs" variant="default" onClick={() => go(findPath(text, context))}>
      Look in {name}
    </Button>
  )
}
