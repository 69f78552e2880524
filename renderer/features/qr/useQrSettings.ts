import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { QrStyle } from '../../../contract/app/qr/qrStyle.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { callKey, useCall, useCallMutation } from '../../api/useCall.ts'
import { plainDesign, type QrDesign } from './design.ts'
import { loadLogo } from './logoFile.ts'

/** A code's style and printed width. */
export interface QrSettings {
  design: QrDesign
  centimetres: number
}

/** Milliseconds without a change before the style is saved. */
const saveDelayMs = 300

/**
 * Returns a profile's QR style and a function that changes and saves it. The style is `null` until it is read, so that
 * a change never replaces an unread one.
 */
export function useQrSettings(profileId: string) {
  const remembered = useCall('qrStyles.get', { id: profileId }, { staleTime: Infinity })
  const [settings, setSettings] = useState<QrSettings | null>(null)
  // A logo takes time to read. What was changed meanwhile must stay.
  const latest = useRef<QrSettings | null>(null)
  const { mutate: save } = useSaveQrStyle()
  const saveSoon = useDebouncedCallback((next: QrSettings) => save({ id: profileId, style: toStyle(next) }), {
    delay: saveDelayMs,
    flushOnUnmount: true,
  })
  const { data, error, refetch } = remembered
  useEffect(() => {
    if (data === undefined || settings !== null) return
    let hasLeft = false
    void toSettings(data).then((read) => {
      if (hasLeft) return
      latest.current = read
      setSettings(read)
    })
    return () => {
      hasLeft = true
    }
  }, [data, settings])
  const change = (update: (now: QrSettings) => QrSettings) => {
    if (latest.current === null) return
    latest.current = update(latest.current)
    setSettings(latest.current)
    saveSoon(latest.current)
  }
  return { settings, change, problem: error?.problem, retry: () => void refetch() }
}

/** Returns the mutation that saves a profile's QR style, which is shown immediately. A failure is shown in a toast. */
function useSaveQrStyle() {
  const client = useQueryClient()
  return useCallMutation('qrStyles.set', {
    onMutate: ({ id, style }) => void client.setQueryData(callKey('qrStyles.get', { id }), style),
    onError: showProblem,
  })
}

async function toSettings(style: QrStyle | null): Promise<QrSettings> {
  if (style === null) return { design: plainDesign, centimetres: 3 }
  const { foreground, background, logo, logoShare, centimetres } = style
  return { design: { foreground, background, logoShare, logo: logo && (await loadLogo(logo)) }, centimetres }
}

function toStyle({ design: { foreground, background, logo, logoShare }, centimetres }: QrSettings): QrStyle {
  const storedLogo = logo && { name: logo.name.slice(0, 255), dataUrl: logo.dataUrl }
  return { foreground, background, logoShare, centimetres, logo: storedLogo }
}
