import { Anchor, Flex } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ValueWarning } from '../../contract/app/values/warning.ts'

interface FieldWarningProps {
  text: string
  fix?: ValueWarning['fix']
  /** Receives the value of the fix. The field gets the focus, because the pressed button disappears. */
  apply?: (value: string) => void
  /** Whether it blocks the create. */
  refusal?: boolean
}

/** Shows a field's warning, with a one-click fix if there is one. */
export function FieldWarning({ text, fix = null, apply, refusal = false }: FieldWarningProps) {
  const element = useRef<HTMLDivElement>(null)
  const press = (value: string) => {
    const field = element.current?.closest('.mantine-InputWrapper-root')
    apply?.(value)
    field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus()
  }
  // A warning below the field that is being edited could appear outside the part of the form in view.
  useEffect(() => {
    const field = element.current?.closest('.mantine-InputWrapper-root')
    if (field?.contains(document.activeElement)) element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Flex
      ref={element}
      component="span"
      gap={6}
      align="baseline"
      c={refusal ? 'var(--bad-text)' : 'var(--warn-text)'}
      style={{ overflowWrap: 'anywhere' }}
    >
      <TriangleAlert size={13} style={{ position: 'relative', top: 2 }} />
      <span>
        {text}{' '}
        {fix && (
          <Anchor
            component="button"
            type="button"
            inherit
            mih={24}
            fw={550}
            underline="always"
            onClick={() => press(fix.value)}
          >
            {fix.label}
          </Anchor>
        )}
      </span>
    </Flex>
  )
}
