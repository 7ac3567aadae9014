/**
 * Megabytes for decoding one image. Measured: an honest JPEG or WebP of 40 million pixels needs up to 360 MB, a 16-bit
 * interlaced PNG of that size 490 MB, an AVIF of 12 million 310 MB; a real photograph of 10 MB 130 MB.
 */
export const maxMemoryMegabytes = 512;

/**
 * Seconds of processor time, which does not depend on the load of the machine. The honest images above take up to five.
 */
export const maxCpuSeconds = 15;

/** Seconds of elapsed time. */
export const deadlineSeconds = 60;
