// Calls many contracts and returns what each call gave, up to a length. A node runs it as the code of a contract that is
// being created, so it needs no address and works at every block. It returns at most 24,576 bytes, as any such code.
//
// After the code come the steps. Each has 32 bytes and then the data of its call:
// 1 byte, the kind; 20 bytes, the contract; 4 bytes, the gas of the call; 2 bytes, the most bytes to return; 3 bytes, the
// first byte to return; 2 bytes, the length of the data.
// Kind 0 returns the first bytes of the contract's code. Kind 1 calls the contract. Kind 2 calls the address that the
// step before returned.
//
// The answer is the byte 1 (code may not begin with 0xEF), and for each step 1 byte, its status; 1 bit, whether the call
// used more than half of its gas; 31 bits, the whole length of what the contract returned; and, if the status is 1, the bytes.
// Status 0: the step was not made, because too little gas was left. 1: the contract returned. 2: it reverted, and used
// less than half of its gas. 3: it failed in another way. 4: the step before returned no address.
object "ContractReader" {
  code {
    let at := datasize("ContractReader")
    let end := codesize()
    let start := 0x10080
    let out := add(start, 1)
    mstore8(start, 1)
    let target := 0
    for { } lt(at, end) { } {
      codecopy(0, at, 32)
      let head := mload(0)
      let kind := byte(0, head)
      let contract := and(shr(88, head), 0xffffffffffffffffffffffffffffffffffffffff)
      let most := and(shr(56, head), 0xffffffff)
      let max := and(shr(40, head), 0xffff)
      let first := and(shr(16, head), 0xffffff)
      let size := and(head, 0xffff)
      codecopy(0x80, add(at, 32), size)
      at := add(at, add(size, 32))
      let status := 0
      let given := 0
      let costly := 0
      if eq(kind, 2) { contract := target }
      target := 0
      // A call gets at most 63/64 of the gas that is left. The answer costs 200 gas a byte.
      let written := add(sub(out, start), max)
      if gt(gas(), add(add(most, div(most, 32)), add(mul(add(written, sub(end, at)), 250), 60000))) {
        switch kind
        case 0 {
          status := 1
          given := extcodesize(contract)
        }
        default {
          status := 4
          if contract {
            let before := gas()
            let succeeded := staticcall(most, contract, 0x80, size, 0, 32)
            let used := sub(before, gas())
            given := returndatasize()
            costly := gt(mul(used, 2), most)
            switch succeeded
            case 1 {
              status := 1
              if eq(given, 32) {
                if iszero(shr(160, mload(0))) { target := mload(0) }
              }
            }
            default {
              status := 3
              if lt(mul(used, 2), most) { status := 2 }
            }
          }
        }
      }
      mstore8(out, status)
      mstore(add(out, 1), shl(224, or(shl(31, costly), given)))
      out := add(out, 5)
      if eq(status, 1) {
        let length := 0
        if gt(given, first) { length := sub(given, first) }
        if gt(length, max) { length := max }
        // A copy from behind the end fails, even of nothing.
        if length {
          switch kind
          case 0 { extcodecopy(contract, out, first, length) }
          default { returndatacopy(out, first, length) }
        }
        out := add(out, length)
      }
    }
    return(start, sub(out, start))
  }
}
