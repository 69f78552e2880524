import { luminance } from '@mantine/core'
import { coveredShare } from '../../../contract/app/qr/layout.ts'
import { encodeModules, type QrModules } from '../../../contract/app/qr/modules.ts'
import { formatDecimal } from '../../ui/formatCount.ts'
import { decodeQr } from './decode.ts'
import type { QrDesign } from './design.ts'
import { drawQr } from './draw.ts'

/** Why a code must not be saved, and how to fix it. */
export interface QrFailure {
  reason: 'long' | 'inverted' | 'contrast' | 'logo' | 'unreadable' | 'other'
  title: string
  advice: string
}

export type QrCheck =
  | { ok: true; modules: QrModules }
  | { ok: false; failure: QrFailure; modules: QrModules | null }

/** Minimum contrast ratio. At grade C of ISO/IEC 15415 and below, cameras start to fail in poor light. */
const minContrast = 3
/** Maximum share that a logo may cover: half of what level H can correct. The rest is for dirt, folds and glare. */
const maxCoveredShare = 0.15

/** Draws the code `width` pixels wide and decodes it. Succeeds only if it decodes to exactly this link. */
export function checkQr(link: string, design: QrDesign, width: number): QrCheck {
  const modules = encodeModules(link, design)
  if (!modules) return { ok: false, failure: tooLongFailure, modules }
  const failure =
    colorFailure(design) ??
    logoFailure(modules, design) ??
    verifyDrawing(link, drawQr(modules, design, width))
  return failure ? { ok: false, failure, modules } : { ok: true, modules }
}

/** Returns what is wrong with a drawn code; `null` if it decodes to exactly this link. */
export function verifyDrawing(link: string, drawing: HTMLCanvasElement): QrFailure | null {
  const text = decodeQr(drawing, false)
  if (text === null) return unreadableFailure
  return text === link ? null : otherLinkFailure
}

function colorFailure({ foreground, background }: QrDesign): QrFailure | null {
  const { ratio, darkOnLight } = measureContrast(foreground, background)
  if (ratio >= minContrast) return darkOnLight ? null : invertedFailure
  return {
    reason: 'contrast',
    title: 'The colours are too similar',
    advice: `Their contrast is ${formatDecimal(ratio, 1)}:1, and cameras need at least ${minContrast}:1. Choose darker squares or a lighter background.`,
  }
}

function logoFailure(modules: QrModules, { logo, logoShare }: QrDesign): QrFailure | null {
  const share = logo ? coveredShare(modules.length, logoShare) : 0
  if (share <= maxCoveredShare) return null
  return {
    reason: 'logo',
    title: 'The logo is too large',
    advice: `It hides ${Math.round(share * 100)} % of the code. Up to ${maxCoveredShare * 100} % is safe, because dirt and folds can hide parts of it too. Make the logo smaller.`,
  }
}

const tooLongFailure: QrFailure = {
  reason: 'long',
  title: 'The link is too long for a QR code',
  advice: 'Even the largest code can’t hold it.',
}

const invertedFailure: QrFailure = {
  reason: 'inverted',
  title: 'The squares are lighter than the background',
  advice: 'Many cameras can’t read that. Choose dark squares on a light background.',
}

const unreadableFailure: QrFailure = {
  reason: 'unreadable',
  title: 'The code couldn’t be read back',
  advice: 'Choose a larger size, more contrast or a smaller logo.',
}

const otherLinkFailure: QrFailure = {
  reason: 'other',
  title: 'The code contains something else',
  advice: 'Its text isn’t this link. Choose different colours or a smaller logo.',
}

/** Returns the contrast ratio of two colours, from 1 to 21, and which one is darker (WCAG 2.2, relative luminance). */
export function measureContrast(
  foreground: string,
  background: string,
): { ratio: number; darkOnLight: boolean } {
  const [foregroundLuminance, backgroundLuminance] = [luminance(foreground), luminance(background)]
  const lighter = Math.max(foregroundLuminance, backgroundLuminance)
  const darker = Math.min(foregroundLuminance, backgroundLuminance)
  return { ratio: (lighter + 0.05) / (darker + 0.05), darkOnLight: foregroundLuminance < backgroundLuminance }
}
