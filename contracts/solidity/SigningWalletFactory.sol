// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A smart-contract wallet whose signatures are those of its owner (EIP-1271). For local chains only.
contract SigningWallet {
    bytes4 private constant VALID = 0x1626ba7e;
    bytes4 private constant INVALID = 0xffffffff;

    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return INVALID;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? VALID : INVALID;
    }
}

/// Creates wallets at addresses that are known in advance, so that a wallet can sign before it is deployed (EIP-6492).
contract SigningWalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new SigningWallet{salt: salt}(owner));
    }
}
