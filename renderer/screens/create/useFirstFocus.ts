import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useFrame } from '../../session/Frame.tsx'

/**
 * Puts the focus into the first field after the welcome, whose button is gone with what had the focus. On the way from
 * another screen the heading has it, so that the screen is read out.
 */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  const { welcomed } = useFrame()
  useEffect(() => {
    if (!welcomed || document.activeElement !== document.body) return
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [form, welcomed])
}
