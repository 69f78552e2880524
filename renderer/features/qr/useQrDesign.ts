import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { QrStyle } from '../../../contract/app/qr/qrStyle.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { callKey, useCall, useCallMutation } from '../../api/useCall.ts'
import { plainDesign, type QrDesign } from './design.ts'
import { loadLogo } from './logoFile.ts'

/** Milliseconds without a change before the style is saved. */
const saveDelayMs = 300

/**
 * Returns the design of a profile's QR codes and a function that changes and saves it. It is `null` until it is read, so
 * that a change never replaces an unread one.
 */
export function useQrDesign(profileId: string) {
  const client = useQueryClient()
  const input = { id: profileId }
  const { data, error, refetch } = useCall('qrStyles.get', input, { staleTime: Infinity })
  const [design, setDesign] = useState<QrDesign | null>(null)
  // A logo takes time to read. What was changed meanwhile must stay.
  const latest = useRef<QrDesign | null>(null)
  const { mutate: save } = useCallMutation('qrStyles.set', {
    onMutate: ({ style }) => void client.setQueryData(callKey('qrStyles.get', input), style),
    onError: showProblem,
  })
  const saveSoon = useDebouncedCallback((next: QrDesign) => save({ ...input, style: toStyle(next) }), {
    delay: saveDelayMs,
    flushOnUnmount: true,
  })
  useEffect(() => {
    if (data === undefined || design !== null) return
    let hasLeft = false
    void toDesign(data).then((read) => {
      if (hasLeft) return
      latest.current = read
      setDesign(read)
    })
    return () => {
      hasLeft = true
    }
  }, [data, design])
  const change = (part: Partial<QrDesign>) => {
    if (latest.current === null) return
    latest.current = { ...latest.current, ...part }
    setDesign(latest.current)
    saveSoon(latest.current)
  }
  return { design, change, problem: error?.problem, retry: () => void refetch() }
}

async function toDesign(style: QrStyle | null): Promise<QrDesign> {
  return style ? { ...style, logo: style.logo && (await loadLogo(style.logo)) } : plainDesign
}

function toStyle({ logo, ...design }: QrDesign): QrStyle {
  return { ...design, logo: logo && { name: logo.name.slice(0, 255), dataUrl: logo.dataUrl } }
}
