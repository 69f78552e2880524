import { useLocation } from 'wouter'
import { findPath, type LookupContext } from '../../../contract/app/window/windowPath.ts'
import { SmallButton } from '../../ui/variants.ts'

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
  return <SmallButton onClick={() => go(findPath(text, context))}>Look in {name}</SmallButton>
}
