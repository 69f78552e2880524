import { parseRgb } from './design.ts'

/** Returns the contrast ratio of two colours, from 1 to 21, and which one is darker (WCAG 2.2, relative luminance). */
export function measureContrast(
  foreground: string,
  background: string,
): { ratio: number; darkOnLight: boolean } {
  const [ink, paper] = [luminance(foreground), luminance(background)]
  const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
  return { ratio, darkOnLight: ink < paper }
}

function luminance(color: string): number {
  const [red, green, blue] = (parseRgb(color) ?? [0, 0, 0]).map(linear)
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
