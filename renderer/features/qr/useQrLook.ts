import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { QrStyle } from '../../../contract/qrStyle.ts'
import { callKey, useCall, useCallMutation } from '../../api/useCall.ts'
import { plainDesign } from './design.ts'
import type { QrDesign } from './design.ts'
import { loadLogo } from './logoFile.ts'

/** A code's style and printed width. */
export interface QrLook {
  design: QrDesign
  centimetres: number
}

/** Milliseconds without a change before the style is saved. */
const saveDelayMs = 300

/** Returns a profile's QR style and a function that changes and saves it; `null` while loading. */
export function useQrLook(profileId: string): [QrLook | null, (part: Partial<QrLook>) => void] {
  const remembered = useCall('qrStyles.get', { id: profileId }, { staleTime: Infinity })
  const [look, setLook] = useState<QrLook | null>(null)
  const { mutate: save } = useSaveQrStyle()
  const saveSoon = useDebouncedCallback((next: QrLook) => save({ id: profileId, style: toStyle(next) }), {
    delay: saveDelayMs,
    flushOnUnmount: true,
  })
  const { isPending, data } = remembered
  useEffect(() => {
    if (isPending || look !== null) return
    let hasLeft = false
    void toLook(data ?? null).then((read) => {
      if (!hasLeft) setLook(read)
    })
    return () => {
      hasLeft = true
    }
  }, [isPending, data, look])
  const change = (part: Partial<QrLook>) => {
    if (look === null) return
    const next = { ...look, ...part }
    setLook(next)
    saveSoon(next)
  }
  return [look, change]
}

/** Returns the mutation that saves a profile's QR style, which is shown immediately, even if saving fails. */
function useSaveQrStyle() {
  const client = useQueryClient()
  return useCallMutation('qrStyles.set', {
    onMutate: ({ id, style }) => void client.setQueryData(callKey('qrStyles.get', { id }), style),
  })
}

async function toLook(style: QrStyle | null): Promise<QrLook> {
  if (style === null) return { design: plainDesign, centimetres: 3 }
  const { foreground, background, logo, logoShare, centimetres } = style
  return { design: { foreground, background, logoShare, logo: logo && (await loadLogo(logo)) }, centimetres }
}

function toStyle({ design: { foreground, background, logo, logoShare }, centimetres }: QrLook): QrStyle {
  const storedLogo = logo && { name: logo.name.slice(0, 255), dataUrl: logo.dataUrl }
  return { foreground, background, logoShare, centimetres, logo: storedLogo }
}
