import jsQR from 'jsqr'
import { contrastOf } from './contrast.ts'
import type { Pixels, QrDesign } from './design.ts'
import { coveredShare } from '../../../contract/qr/layout.ts'
import { modulesOf } from '../../../contract/qr/modules.ts'
import type { QrModules } from '../../../contract/qr/modules.ts'
import { pixelsOf } from './pixels.ts'

/** Why a code must not leave the app, and what to do about it. */
export interface QrFailure {
  reason: 'long' | 'inverted' | 'contrast' | 'logo' | 'unreadable' | 'other'
  title: string
  advice: string
}

export type QrCheck =
  { ok: true; modules: QrModules } | { ok: false; fault: QrFailure; modules: QrModules | null }

/** Grade C of ISO/IEC 15415 and below is where cameras in poor light begin to fail. */
const leastContrast = 3
/** Half of what level H can lose: the rest is for dirt, folds and glare. */
const maxCovered = 0.15

/** Draws the code `width` pixels wide and reads it back. Fine only when it reads as exactly this link. */
export function checkQr(link: string, design: QrDesign, width: number): QrCheck {
  const modules = modulesOf(link, design)
  if (!modules) return { ok: false, fault: tooLong, modules }
  const fault =
    colorFault(design) ?? logoFault(modules, design) ?? readBack(link, pixelsOf(modules, design, width))
  return fault ? { ok: false, fault, modules } : { ok: true, modules }
}

/** What is wrong with a drawn code: `null` when it reads as exactly this link. */
export function readBack(link: string, { data, width, height }: Pixels): QrFailure | null {
  const read = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })
  if (!read) return unreadable
  return read.data === link ? null : other
}

function colorFault({ foreground, background }: QrDesign): QrFailure | null {
  const { ratio, darkOnLight } = contrastOf(foreground, background)
  if (ratio >= leastContrast) return darkOnLight ? null : inverted
  return {
    reason: 'contrast',
    title: 'The colours are too alike',
    advice: `Their contrast is ${ratio.toFixed(1)}:1, and cameras need at least ${leastContrast}:1. Choose darker squares or a lighter background.`,
  }
}

function logoFault(modules: QrModules, { logo, logoShare }: QrDesign): QrFailure | null {
  const share = logo ? coveredShare(modules.length, logoShare) : 0
  if (share <= maxCovered) return null
  return {
    reason: 'logo',
    title: 'The logo is too large',
    advice: `It hides ${Math.round(share * 100)} % of the code. Up to ${maxCovered * 100} % is safe, because dirt and folds hide some too. Make the logo smaller.`,
  }
}

const tooLong: QrFailure = {
  reason: 'long',
  title: 'The link is too long for a QR code',
  advice: 'Even the largest code can’t hold it.',
}

const inverted: QrFailure = {
  reason: 'inverted',
  title: 'The squares are lighter than the background',
  advice: 'Many cameras can’t read that. Choose dark squares on a light background.',
}

const unreadable: QrFailure = {
  reason: 'unreadable',
  title: 'The code could not be read back',
  advice: 'Choose a larger size, more contrast or a smaller logo.',
}

const other: QrFailure = {
  reason: 'other',
  title: 'The code reads as something else',
  advice: 'Its text is not this link. Choose different colours or a smaller logo.',
}
