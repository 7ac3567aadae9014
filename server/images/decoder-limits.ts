/**
 * Megabytes for decoding one image. Measured: an honest JPEG or WebP of 40 million pixels needs up to 360 MB, a 16-bit
 * interlaced PNG of that size 450 MB, an AVIF of 16 million 350 MB; a photograph of 6 million 90 MB.
 */
export const maxMemoryMegabytes = 512;

/**
 * Seconds of processor time, which does not depend on the load of the machine. The honest images above take up to two,
 * and a bomb keeps the images after it waiting for as long as this.
 */
export const maxCpuSeconds = 6;

/** Seconds of elapsed time. */
export const deadlineSeconds = 60;
